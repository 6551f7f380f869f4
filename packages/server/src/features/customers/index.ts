import type { Operation } from '../../operations/operation.js';
import { assignCustomer } from './assign-customer.js';
import { eraseCustomerOperation } from './erase-customer.js';
import { listCustomers } from './list-customers.js';
import { readCustomer } from './read-customer.js';

/** What can be asked of customers. */
export const CUSTOMERS: readonly Operation[] = [
  assignCustomer,
  eraseCustomerOperation,
  listCustomers,
  readCustomer,
];
