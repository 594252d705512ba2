-- What lists are searched in, and by what two names or numbers count as the same. The functions give what lib/core/search-text.ts
-- gives of a query, from the same letters as lib/core/latin-letters.ts. They name the collation of ICU: the database's own may
-- know only the letters of English. An ICU of before 2018 does not know the capitals of Georgian.
CREATE FUNCTION "einzug_search_text"("value" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  -- Plain letters need nothing of the rest, which costs ten times as much.
  RETURN CASE WHEN octet_length("value") = char_length("value")
    THEN regexp_replace(lower("value" COLLATE "C"), '[\u0009-\u000d ]+', ' ', 'g')
    ELSE normalize(regexp_replace(regexp_replace(translate(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(normalize("value", NFKD) COLLATE "und-x-icu"), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'), 'ŋ', 'ng'), 'ƕ', 'hv'), 'ƣ', 'oi'), 'ȣ', 'ou'), 'ʃ', 'sh'), 'ʒ', 'zh'),
    'øðđłħıĸŧəǝɛɔɓƃƀƈȼɖɗƌƒɠǥɣɦɨɩɉȷƙƚɫɬɯɲƞɵƥɋɍɽƨƭʈƫⱦʉʊʋⱱƴɏƶȥⱥɑɇɡʌƿẟς‐‒–—―⁃−‘’ʼᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿ', 'oddlhikteeeobbbccdddfggghiijjklllmnnopqrrsttttuuvvyyzzaaegvwdσ-------''''''აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿ') COLLATE "C",
    '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
    '[\u0009-\u000d \u0085\u1680\u2028\u2029]+', ' ', 'g'), NFC) END;

-- The same with umlauts spelt out, letters and digits only.
CREATE FUNCTION "einzug_plain_text"("value" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length("value") = char_length("value")
    THEN regexp_replace(lower("value" COLLATE "C"), '[^a-z0-9]', '', 'g') COLLATE "und-x-icu"
    ELSE regexp_replace("einzug_search_text"(
    replace(replace(replace(lower(normalize("value", NFKC) COLLATE "und-x-icu"), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')
    ) COLLATE "und-x-icu", '[^[:alnum:]]', '', 'g') END;

REVOKE ALL ON FUNCTION "einzug_search_text"(text), "einzug_plain_text"(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "einzug_search_text"(text), "einzug_plain_text"(text) TO "einzug_supplier";

-- The index on "plain_number" goes with its column. Each table is written anew once.
ALTER TABLE "invoices" DROP COLUMN "plain_number",
ADD COLUMN "plain_number" TEXT NOT NULL GENERATED ALWAYS AS (right("einzug_plain_text"("number"), 20)) STORED,
ADD COLUMN "search_text" TEXT NOT NULL GENERATED ALWAYS AS ("einzug_search_text"("number" || ' ' || "contact_name")) STORED;
CREATE INDEX "invoices_customer_id_plain_number_idx" ON "invoices"("customer_id", "plain_number");

ALTER TABLE "contacts" DROP COLUMN "plain_name",
ADD COLUMN "plain_name" TEXT NOT NULL GENERATED ALWAYS AS ("einzug_plain_text"(coalesce(nullif("company_name", ''), coalesce("first_name", '') || coalesce("last_name", '')))) STORED,
ADD COLUMN "search_text" TEXT NOT NULL GENERATED ALWAYS AS ("einzug_search_text"(coalesce("company_name", '') || ' ' || coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("email", ''))) STORED;

ALTER TABLE "mandates"
ADD COLUMN "search_text" TEXT NOT NULL GENERATED ALWAYS AS ("einzug_search_text"("payer_name" || ' ' || "reference")) STORED;

-- Firms with a letter that the keys of before did not spell, or spelt in another way (Ø was OE).
UPDATE "customers" SET "company_key" = (
  SELECT string_agg(
    regexp_replace(
      "einzug_search_text"(
        replace(replace(replace(lower(normalize(part, NFKC) COLLATE "und-x-icu"), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')),
      '[[:space:][:cntrl:]\u2018-\u201e\u2039\u203a\u00ab\u00bb\u003b\u003a.,''"`´-]',
      '', 'g'),
    E'\n' ORDER BY place)
  FROM (VALUES (1, "company_name"), (2, "city")) AS parts (place, part)
)
WHERE lower("company_name" || "city" COLLATE "und-x-icu") ~ '[œøðđþłħıĸŋŧəǝɛɔɓƃƀƈȼɖɗƌƒɠǥɣɦƕɨɩɉȷƙƚɫɬɯɲƞɵƣȣƥɋɍɽʃƨƭʈƫⱦʉʊʋⱱƴɏƶȥʒⱥɑɇɡʌƿẟ]';
