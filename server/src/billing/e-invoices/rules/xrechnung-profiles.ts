// What a file of XRechnung 3 says that it follows (BT-24).

export const STANDARD = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
export const EXTENSION = `${STANDARD}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`
/** Reports of clean vehicles. */
export const CLEAN_VEHICLES = `${STANDARD}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`
