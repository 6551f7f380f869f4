import { createContext } from 'react';

/** The name of this product, where a page is nobody else's. */
export const PRODUCT = 'svc';

/** Whose pages these are, as titles of pages say it. */
export const SiteName = createContext(PRODUCT);
