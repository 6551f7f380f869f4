import type { ImportMapping, ImportSystem } from '@svc/contract';
import { DUB } from './dub.js';
import { FIRSTPROMOTER } from './firstpromoter.js';
import { PARTNERSTACK } from './partnerstack.js';
import { REWARDFUL } from './rewardful.js';
import { TOLT } from './tolt.js';

/** The mappings that are ready, by the names that `--mapping` takes. */
export const MAPPINGS: Readonly<Record<ImportSystem, ImportMapping>> = {
  rewardful: REWARDFUL,
  firstpromoter: FIRSTPROMOTER,
  tolt: TOLT,
  dub: DUB,
  partnerstack: PARTNERSTACK,
};
