/**
 * ISO 4217, list one, as of amendment 179. Kept here because both sources at hand are of no use: the codes that
 * `Intl` knows differ from one version of Node to the next and include withdrawn ones, and the npm packages are years
 * behind. Left out are the codes without a minor unit (metals, bond units, drawing rights, testing, none): an amount
 * here is a number of smallest units. ANG and BGN were replaced lately, and stay for what is still recorded in them.
 */
const CODES = `
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE
  CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD
  HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD
  MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR
  RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH
  UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`;

/** Every currency an amount can be in, in upper case. */
export const CURRENCIES: ReadonlySet<string> = new Set(CODES.trim().split(/\s+/));

/** The ISO 4217 code in upper case that a text means, in whatever case it is written; null when it means none. */
export function parseCurrency(text: string): string | null {
  // Lengths first: upper-casing can make three letters out of fewer ("ß").
  if (text.length !== 3) return null;
  const code = text.toUpperCase();
  return CURRENCIES.has(code) ? code : null;
}
