// Our own ISO 4217 table. Not `Intl`: it says 0 digits for HUF, COP, IQD and others, and changes with the runtime (decisions/003-money.md).

/** A currency that documents can be written in: its ISO 4217 code, the digits of its minor unit (JPY 0, USD 2, KWD 3), its name in English. */
export interface Currency {
  readonly code: string
  readonly digits: number
  readonly name: string
}

/**
 * Every currency of ISO 4217 (list one) that has a minor unit, by code: the active ones, those withdrawn since 2025 (ANG, BGN), in which
 * older documents are still entered, and the fund codes that contracts are priced in (CLF, UYW, COU, …).
 *
 * Left out are codes without a minor unit, to which nothing can be rounded (metals, XDR, XTS, XXX), and accounting units between banks
 * (USN, XAD). A released code is never removed: stored documents depend on it.
 */
export const CURRENCIES: readonly Currency[] = [
  { code: 'AED', digits: 2, name: 'United Arab Emirates Dirham' },
  { code: 'AFN', digits: 2, name: 'Afghan Afghani' },
  { code: 'ALL', digits: 2, name: 'Albanian Lek' },
  { code: 'AMD', digits: 2, name: 'Armenian Dram' },
  { code: 'ANG', digits: 2, name: 'Netherlands Antillean Guilder' },
  { code: 'AOA', digits: 2, name: 'Angolan Kwanza' },
  { code: 'ARS', digits: 2, name: 'Argentine Peso' },
  { code: 'AUD', digits: 2, name: 'Australian Dollar' },
  { code: 'AWG', digits: 2, name: 'Aruban Florin' },
  { code: 'AZN', digits: 2, name: 'Azerbaijani Manat' },
  { code: 'BAM', digits: 2, name: 'Bosnia-Herzegovina Convertible Mark' },
  { code: 'BBD', digits: 2, name: 'Barbadian Dollar' },
  { code: 'BDT', digits: 2, name: 'Bangladeshi Taka' },
  { code: 'BGN', digits: 2, name: 'Bulgarian Lev' },
  { code: 'BHD', digits: 3, name: 'Bahraini Dinar' },
  { code: 'BIF', digits: 0, name: 'Burundian Franc' },
  { code: 'BMD', digits: 2, name: 'Bermudian Dollar' },
  { code: 'BND', digits: 2, name: 'Brunei Dollar' },
  { code: 'BOB', digits: 2, name: 'Bolivian Boliviano' },
  { code: 'BOV', digits: 2, name: 'Bolivian Mvdol' },
  { code: 'BRL', digits: 2, name: 'Brazilian Real' },
  { code: 'BSD', digits: 2, name: 'Bahamian Dollar' },
  { code: 'BTN', digits: 2, name: 'Bhutanese Ngultrum' },
  { code: 'BWP', digits: 2, name: 'Botswanan Pula' },
  { code: 'BYN', digits: 2, name: 'Belarusian Ruble' },
  { code: 'BZD', digits: 2, name: 'Belize Dollar' },
  { code: 'CAD', digits: 2, name: 'Canadian Dollar' },
  { code: 'CDF', digits: 2, name: 'Congolese Franc' },
  { code: 'CHE', digits: 2, name: 'WIR Euro' },
  { code: 'CHF', digits: 2, name: 'Swiss Franc' },
  { code: 'CHW', digits: 2, name: 'WIR Franc' },
  { code: 'CLF', digits: 4, name: 'Chilean Unit of Account (UF)' },
  { code: 'CLP', digits: 0, name: 'Chilean Peso' },
  { code: 'CNY', digits: 2, name: 'Chinese Yuan' },
  { code: 'COP', digits: 2, name: 'Colombian Peso' },
  { code: 'COU', digits: 2, name: 'Colombian Real Value Unit' },
  { code: 'CRC', digits: 2, name: 'Costa Rican Colón' },
  { code: 'CUP', digits: 2, name: 'Cuban Peso' },
  { code: 'CVE', digits: 2, name: 'Cape Verdean Escudo' },
  { code: 'CZK', digits: 2, name: 'Czech Koruna' },
  { code: 'DJF', digits: 0, name: 'Djiboutian Franc' },
  { code: 'DKK', digits: 2, name: 'Danish Krone' },
  { code: 'DOP', digits: 2, name: 'Dominican Peso' },
  { code: 'DZD', digits: 2, name: 'Algerian Dinar' },
  { code: 'EGP', digits: 2, name: 'Egyptian Pound' },
  { code: 'ERN', digits: 2, name: 'Eritrean Nakfa' },
  { code: 'ETB', digits: 2, name: 'Ethiopian Birr' },
  { code: 'EUR', digits: 2, name: 'Euro' },
  { code: 'FJD', digits: 2, name: 'Fijian Dollar' },
  { code: 'FKP', digits: 2, name: 'Falkland Islands Pound' },
  { code: 'GBP', digits: 2, name: 'British Pound' },
  { code: 'GEL', digits: 2, name: 'Georgian Lari' },
  { code: 'GHS', digits: 2, name: 'Ghanaian Cedi' },
  { code: 'GIP', digits: 2, name: 'Gibraltar Pound' },
  { code: 'GMD', digits: 2, name: 'Gambian Dalasi' },
  { code: 'GNF', digits: 0, name: 'Guinean Franc' },
  { code: 'GTQ', digits: 2, name: 'Guatemalan Quetzal' },
  { code: 'GYD', digits: 2, name: 'Guyanese Dollar' },
  { code: 'HKD', digits: 2, name: 'Hong Kong Dollar' },
  { code: 'HNL', digits: 2, name: 'Honduran Lempira' },
  { code: 'HTG', digits: 2, name: 'Haitian Gourde' },
  { code: 'HUF', digits: 2, name: 'Hungarian Forint' },
  { code: 'IDR', digits: 2, name: 'Indonesian Rupiah' },
  { code: 'ILS', digits: 2, name: 'Israeli New Shekel' },
  { code: 'INR', digits: 2, name: 'Indian Rupee' },
  { code: 'IQD', digits: 3, name: 'Iraqi Dinar' },
  { code: 'IRR', digits: 2, name: 'Iranian Rial' },
  { code: 'ISK', digits: 0, name: 'Icelandic Króna' },
  { code: 'JMD', digits: 2, name: 'Jamaican Dollar' },
  { code: 'JOD', digits: 3, name: 'Jordanian Dinar' },
  { code: 'JPY', digits: 0, name: 'Japanese Yen' },
  { code: 'KES', digits: 2, name: 'Kenyan Shilling' },
  { code: 'KGS', digits: 2, name: 'Kyrgyz Som' },
  { code: 'KHR', digits: 2, name: 'Cambodian Riel' },
  { code: 'KMF', digits: 0, name: 'Comorian Franc' },
  { code: 'KPW', digits: 2, name: 'North Korean Won' },
  { code: 'KRW', digits: 0, name: 'South Korean Won' },
  { code: 'KWD', digits: 3, name: 'Kuwaiti Dinar' },
  { code: 'KYD', digits: 2, name: 'Cayman Islands Dollar' },
  { code: 'KZT', digits: 2, name: 'Kazakhstani Tenge' },
  { code: 'LAK', digits: 2, name: 'Laotian Kip' },
  { code: 'LBP', digits: 2, name: 'Lebanese Pound' },
  { code: 'LKR', digits: 2, name: 'Sri Lankan Rupee' },
  { code: 'LRD', digits: 2, name: 'Liberian Dollar' },
  { code: 'LSL', digits: 2, name: 'Lesotho Loti' },
  { code: 'LYD', digits: 3, name: 'Libyan Dinar' },
  { code: 'MAD', digits: 2, name: 'Moroccan Dirham' },
  { code: 'MDL', digits: 2, name: 'Moldovan Leu' },
  { code: 'MGA', digits: 2, name: 'Malagasy Ariary' },
  { code: 'MKD', digits: 2, name: 'Macedonian Denar' },
  { code: 'MMK', digits: 2, name: 'Myanmar Kyat' },
  { code: 'MNT', digits: 2, name: 'Mongolian Tugrik' },
  { code: 'MOP', digits: 2, name: 'Macanese Pataca' },
  { code: 'MRU', digits: 2, name: 'Mauritanian Ouguiya' },
  { code: 'MUR', digits: 2, name: 'Mauritian Rupee' },
  { code: 'MVR', digits: 2, name: 'Maldivian Rufiyaa' },
  { code: 'MWK', digits: 2, name: 'Malawian Kwacha' },
  { code: 'MXN', digits: 2, name: 'Mexican Peso' },
  { code: 'MXV', digits: 2, name: 'Mexican Investment Unit' },
  { code: 'MYR', digits: 2, name: 'Malaysian Ringgit' },
  { code: 'MZN', digits: 2, name: 'Mozambican Metical' },
  { code: 'NAD', digits: 2, name: 'Namibian Dollar' },
  { code: 'NGN', digits: 2, name: 'Nigerian Naira' },
  { code: 'NIO', digits: 2, name: 'Nicaraguan Córdoba' },
  { code: 'NOK', digits: 2, name: 'Norwegian Krone' },
  { code: 'NPR', digits: 2, name: 'Nepalese Rupee' },
  { code: 'NZD', digits: 2, name: 'New Zealand Dollar' },
  { code: 'OMR', digits: 3, name: 'Omani Rial' },
  { code: 'PAB', digits: 2, name: 'Panamanian Balboa' },
  { code: 'PEN', digits: 2, name: 'Peruvian Sol' },
  { code: 'PGK', digits: 2, name: 'Papua New Guinean Kina' },
  { code: 'PHP', digits: 2, name: 'Philippine Peso' },
  { code: 'PKR', digits: 2, name: 'Pakistani Rupee' },
  { code: 'PLN', digits: 2, name: 'Polish Zloty' },
  { code: 'PYG', digits: 0, name: 'Paraguayan Guarani' },
  { code: 'QAR', digits: 2, name: 'Qatari Riyal' },
  { code: 'RON', digits: 2, name: 'Romanian Leu' },
  { code: 'RSD', digits: 2, name: 'Serbian Dinar' },
  { code: 'RUB', digits: 2, name: 'Russian Ruble' },
  { code: 'RWF', digits: 0, name: 'Rwandan Franc' },
  { code: 'SAR', digits: 2, name: 'Saudi Riyal' },
  { code: 'SBD', digits: 2, name: 'Solomon Islands Dollar' },
  { code: 'SCR', digits: 2, name: 'Seychellois Rupee' },
  { code: 'SDG', digits: 2, name: 'Sudanese Pound' },
  { code: 'SEK', digits: 2, name: 'Swedish Krona' },
  { code: 'SGD', digits: 2, name: 'Singapore Dollar' },
  { code: 'SHP', digits: 2, name: 'Saint Helena Pound' },
  { code: 'SLE', digits: 2, name: 'Sierra Leonean Leone' },
  { code: 'SOS', digits: 2, name: 'Somali Shilling' },
  { code: 'SRD', digits: 2, name: 'Surinamese Dollar' },
  { code: 'SSP', digits: 2, name: 'South Sudanese Pound' },
  { code: 'STN', digits: 2, name: 'São Tomé and Príncipe Dobra' },
  { code: 'SVC', digits: 2, name: 'Salvadoran Colón' },
  { code: 'SYP', digits: 2, name: 'Syrian Pound' },
  { code: 'SZL', digits: 2, name: 'Swazi Lilangeni' },
  { code: 'THB', digits: 2, name: 'Thai Baht' },
  { code: 'TJS', digits: 2, name: 'Tajikistani Somoni' },
  { code: 'TMT', digits: 2, name: 'Turkmenistani Manat' },
  { code: 'TND', digits: 3, name: 'Tunisian Dinar' },
  { code: 'TOP', digits: 2, name: 'Tongan Paʻanga' },
  { code: 'TRY', digits: 2, name: 'Turkish Lira' },
  { code: 'TTD', digits: 2, name: 'Trinidad and Tobago Dollar' },
  { code: 'TWD', digits: 2, name: 'New Taiwan Dollar' },
  { code: 'TZS', digits: 2, name: 'Tanzanian Shilling' },
  { code: 'UAH', digits: 2, name: 'Ukrainian Hryvnia' },
  { code: 'UGX', digits: 0, name: 'Ugandan Shilling' },
  { code: 'USD', digits: 2, name: 'US Dollar' },
  { code: 'UYI', digits: 0, name: 'Uruguayan Indexed Unit' },
  { code: 'UYU', digits: 2, name: 'Uruguayan Peso' },
  { code: 'UYW', digits: 4, name: 'Uruguayan Unidad Previsional' },
  { code: 'UZS', digits: 2, name: 'Uzbekistani Som' },
  { code: 'VED', digits: 2, name: 'Venezuelan Digital Bolívar' },
  { code: 'VES', digits: 2, name: 'Venezuelan Sovereign Bolívar' },
  { code: 'VND', digits: 0, name: 'Vietnamese Dong' },
  { code: 'VUV', digits: 0, name: 'Vanuatu Vatu' },
  { code: 'WST', digits: 2, name: 'Samoan Tala' },
  { code: 'XAF', digits: 0, name: 'Central African CFA Franc' },
  { code: 'XCD', digits: 2, name: 'East Caribbean Dollar' },
  { code: 'XCG', digits: 2, name: 'Caribbean Guilder' },
  { code: 'XOF', digits: 0, name: 'West African CFA Franc' },
  { code: 'XPF', digits: 0, name: 'CFP Franc' },
  { code: 'YER', digits: 2, name: 'Yemeni Rial' },
  { code: 'ZAR', digits: 2, name: 'South African Rand' },
  { code: 'ZMW', digits: 2, name: 'Zambian Kwacha' },
  { code: 'ZWG', digits: 2, name: 'Zimbabwe Gold' },
]

const currencies_by_code: ReadonlyMap<string, Currency> = new Map(CURRENCIES.map((currency) => [currency.code, currency]))

/** The currency of an upper-case ISO 4217 code; undefined when Quoin does not know it. */
export function findCurrency(code: string): Currency | undefined {
  return currencies_by_code.get(code)
}

/** The upper-case ISO 4217 code of a text; undefined when it is not one. Letters of other scripts never match, even if they upper-case to A–Z. */
export function readCurrency(text: string): string | undefined {
  if (!/^[A-Za-z]{3}$/.test(text)) return undefined
  const code = text.toUpperCase()
  return isCurrency(code) ? code : undefined
}

/** Whether `code` is an upper-case ISO 4217 code that documents can be written in. */
export function isCurrency(code: string): boolean {
  return currencies_by_code.has(code)
}

/**
 * The digits of a currency's minor unit, 0 to 4.
 *
 * For codes that were checked before they were stored. Throws a plain Error (a broken invariant, not a caller's mistake) on an unknown code.
 */
export function currencyDigits(code: string): number {
  const currency = currencies_by_code.get(code)
  if (!currency) throw new Error(`Unknown currency ${JSON.stringify(code)}`)
  return currency.digits
}
