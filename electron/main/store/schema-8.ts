// The eighth schema: a merchant's address that moved says where to, so that what was paid at the old one is looked up at the
// new one. In: a file of schema 7. Out: the same, with nothing moved yet. This file must never be edited once released.

/** The statements of schema 8. Shape: `moved_to` null where the address is still the merchant's. */
export const SCHEMA_8 = 'ALTER TABLE merchants ADD COLUMN moved_to INTEGER REFERENCES merchants;';
