-- Firms whose names look the same count as the same. The key is made by lib/core/name-key.ts. Here it is made for the firms
-- that are registered already, of the letters that German and most European names have.
ALTER TABLE "customers" ADD COLUMN "company_key" TEXT NOT NULL DEFAULT '';

UPDATE "customers" SET "company_key" = (
  SELECT string_agg(
    regexp_replace(
      regexp_replace(
        normalize(
          replace(replace(replace(replace(replace(replace(
            normalize(lower(normalize(part, NFKC) COLLATE "und-x-icu"), NFC),
            'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'), 'æ', 'ae'), 'ø', 'oe'),
          NFD),
        '[\u0300-\u036f]', '', 'g'),
      '[[:space:][:cntrl:]\u00ad\u200b-\u200f\u2010-\u2015\u2018-\u201e\u2028-\u202e\u2060-\u2069\u2039\u203a\u00ab\u00bb\u00b4\u003b\u003a\ufeff.,''"`-]',
      '', 'g'),
    E'\n' ORDER BY place)
  FROM (VALUES (1, "company_name"), (2, "city")) AS parts (place, part)
);

CREATE INDEX "customers_company_key_idx" ON "customers"("company_key");
