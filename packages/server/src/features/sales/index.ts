import type { Operation } from '../../operations/operation.js';
import { createSale } from './create-sale.js';
import { explainSale } from './explain-sale.js';
import { listSales } from './list-sales.js';

/** What can be asked of sales. */
export const SALES: readonly Operation[] = [createSale, explainSale, listSales];
