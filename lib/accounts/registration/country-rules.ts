import { countries } from "countries-list";

type CountryCode = keyof typeof countries;

const countryCodes = Object.keys(countries) as CountryCode[];

const DEFAULT_COUNTRY: CountryCode = "DE";

export function isCountryCode(code: string): boolean {
  return Object.hasOwn(countries, code);
}

export interface Option {
  value: string;
  label: string;
}

/** Returns every country by its English name. */
export function englishCountryOptions(): Option[] {
  return sorted(
    countryCodes.map((value) => ({ value, label: countries[value].name })),
    "en",
  );
}

/**
 * Returns every country by its German name, followed by the name in its own language if that differs. Germans look for
 * "Polen", guests for "Polska".
 */
export function nativeCountryOptions(): Option[] {
  const german = new Intl.DisplayNames("de", { type: "region" });
  const options = countryCodes.map((value) => {
    const [own, name] = [countries[value].native, german.of(value) ?? value];
    return { value, label: own === name ? name : `${name} (${own})` };
  });
  return sorted(options, "de");
}

export function countryOptions(locale: string): Option[] {
  return locale === "de" ? nativeCountryOptions() : englishCountryOptions();
}

/** Returns the country of a language tag such as `de-AT`; Germany if it names none. */
export function countryOfLocale(tag: string | null): CountryCode {
  const region = tag
    ?.split(",")[0]
    ?.match(/-([A-Za-z]{2})\b/)?.[1]
    ?.toUpperCase();
  return countryCodes.find((code) => code === region) ?? DEFAULT_COUNTRY;
}

function sorted(options: Option[], locale: string): Option[] {
  return options.sort((a, b) => a.label.localeCompare(b.label, locale));
}
