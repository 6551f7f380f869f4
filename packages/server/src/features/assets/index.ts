import type { Operation } from '../../operations/operation.js';
import { createAsset } from './create-asset.js';
import { downloadAsset } from './download-asset.js';
import { downloadPartnerAsset } from './download-partner-asset.js';
import { listAssets } from './list-assets.js';
import { listPartnerAssets } from './list-partner-assets.js';
import { updateAsset } from './update-asset.js';

/** What can be asked of assets. */
export const ASSETS: readonly Operation[] = [
  createAsset,
  downloadAsset,
  downloadPartnerAsset,
  listAssets,
  listPartnerAssets,
  updateAsset,
];
