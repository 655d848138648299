// What a file of XRechnung 3 says that it follows (BT-24), and which rules of EN 16931 weigh less there.

export const STANDARD = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
export const EXTENSION = `${STANDARD}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`
/** Reports of clean vehicles. */
export const CLEAN_VEHICLES = `${STANDARD}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`

const STANDARD_WARNINGS = ['BR-CL-21', 'BR-CL-23']
const WARNINGS: Record<string, readonly string[]> = {
  [STANDARD]: STANDARD_WARNINGS,
  // The extension has rules of its own in their place: BR-DEX-01 and BR-DEX-04 to BR-DEX-09.
  [EXTENSION]: [...STANDARD_WARNINGS, 'BR-CL-10', 'BR-CL-11', 'BR-CL-24', 'BR-CL-25', 'BR-CL-26', 'BR-CO-16'],
  [CLEAN_VEHICLES]: [...STANDARD_WARNINGS, 'BR-CL-13'],
}

/**
 * Whether a fatal rule of EN 16931 only warns in a file of this specification: so does the configuration of the validator that German
 * authorities run.
 */
export const isWarningOnly = (code: string, specification_id: string | undefined): boolean =>
  WARNINGS[specification_id ?? '']?.includes(code) ?? false
