/**
 * Request header with the page's address; the middleware sets it because layouts and loaders cannot read the address.
 */
export const ADDRESS_HEADER = "x-einzug-address";
