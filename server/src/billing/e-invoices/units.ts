// What people write as the unit of a line, as codes of UN/ECE Recommendation 20.

/** The code for "one" of whatever the line names. */
const DEFAULT_UNIT_CODE = 'C62'

/** Each code with what people write for it in the languages of documents, lower case and without a full stop at the end. */
const UNITS: Record<string, string> = {
  HUR: 'h|hr|hrs|hour|hours|stunde|stunden|std|heure|heures|hora|horas|ora|ore|uur|uren|godzina|godziny|godzin|godz|timme|timmar|tim|時間|ساعة|ساعات',
  MIN: 'min|mins|minute|minutes|minuten|minuto|minutos|minuti|minuut|minuta|minuty|minut|minuter|分|دقيقة|دقائق',
  SEC: 's|sec|second|seconds|sekunde|sekunden|seconde|secondes|segundo|segundos|secondo|secondi|seconden|sekunda|sekundy|sekund|sekunder|秒|ثانية',
  DAY: 'd|day|days|tag|tage|tagen|manntag|personentag|pt|jour|jours|journée|journées|j|día|días|dia|dias|jornada|giorno|giorni|gg|dag|dagen|dzień|dni|dagar|日|日間|يوم|أيام',
  WEE: 'wk|week|weeks|woche|wochen|semaine|semaines|semana|semanas|settimana|settimane|weken|tydzień|tygodnie|tygodni|vecka|veckor|週|週間|أسبوع|أسابيع',
  MON: 'mo|month|months|monat|monate|monaten|mois|mes|meses|mês|mese|mesi|maand|maanden|miesiąc|miesiące|miesięcy|månad|månader|ヶ月|か月|月|شهر|أشهر',
  QAN: 'quarter|quarters|quartal|quartale|trimestre|trimestres|trimestri|kwartaal|kwartalen|kwartał|kwartały|kvartal|四半期',
  ANN: 'y|yr|year|years|annum|jahr|jahre|jahren|an|ans|année|années|año|años|ano|anos|anno|anni|jaar|jaren|rok|lata|lat|år|年|سنة|سنوات|عام',
  H87: 'pc|pcs|piece|pieces|st|stk|stck|stück|pce|pièce|pièces|pieza|piezas|pza|peça|peças|pezzo|pezzi|pz|stuk|stuks|sztuka|sztuki|sztuk|szt|styck|stycken|個|点|قطعة|قطع',
  C62: 'x|unit|units|one|einheit|einheiten|unité|unités|unidad|unidades|ud|uds|unidade|unità|eenheid|eenheden|jednostka|jedn|enhet|enheter|ea|each|وحدة',
  LS: 'lump sum|flat|flat rate|fixed price|pauschal|pauschale|forfait|tanto alzado|global|forfettario|a corpo|vast bedrag|ryczałt|klumpsumma|fast pris|一式|式',
  SET: 'set|sets|satz|sätze|jeu|jeux|juego|juegos|conjunto|conjuntos|serie|zestaw|zestawy|uppsättning|セット|طقم',
  PR: 'pair|pairs|paar|paare|paire|paires|par|pares|paio|paia|para|pary|足|زوج',
  DZN: 'dozen|dz|dutzend|douzaine|docena|dúzia|dozzina|dozijn|tuzin|dussin|ダース',
  XPK: 'package|packages|pack|packs|packung|packungen|paket|pakete|paquet|paquets|paquete|paquetes|pacote|pacotes|pacco|pacchi|pak|paczka|opakowanie|パック',
  XBX: 'box|boxes|karton|kartons|kiste|kisten|boîte|boîtes|carton|cartons|caja|cajas|caixa|caixas|scatola|scatole|doos|pudełko|låda|lådor|箱|صندوق',
  XBO: 'bottle|bottles|flasche|flaschen|bouteille|bouteilles|botella|botellas|garrafa|garrafas|bottiglia|bottiglie|fles|flessen|butelka|flaska|flaskor|本|زجاجة',
  XPX: 'pallet|pallets|palette|paletten|palettes|palé|palés|palete|bancale|paleta|palety|pall|パレット|منصة',
  KGM: 'kg|kgs|kilo|kilos|kilogram|kilograms|kilogramm|kilogramme|kilogrammes|kilogramo|kilogramos|quilo|quilos|quilograma|chilo|chili|chilogrammo|kilogramów|キログラム|كغ|كجم|كيلوغرام',
  GRM: 'g|gr|gram|grams|gramm|gramme|grammes|gramo|gramos|grama|gramas|grammo|grammi|gramów|グラム|غرام|جرام',
  TNE: 't|ton|tons|tonne|tonnes|tonnen|to|tonelada|toneladas|tonnellata|tonnellate|tona|tony|トン|طن',
  LBR: 'lb|lbs|pound|pounds|pfund|livre|livres|libra|libras|libbra|libbre',
  ONZ: 'oz|ounce|ounces|unze|unzen|once|onces|onza|onzas|onça|oncia',
  MTR: 'm|meter|meters|metre|metres|mètre|mètres|metro|metros|metri|metr|metry|lfm|laufmeter|メートル|متر|أمتار',
  KMT: 'km|kilometer|kilometers|kilometre|kilometres|kilomètre|kilomètres|kilómetro|kilómetros|quilómetro|quilômetro|quilómetros|chilometro|chilometri|kilometr|kilometry|キロメートル|كم|كيلومتر',
  CMT: 'cm|centimeter|centimetre|zentimeter|centimètre|centímetro|centimetro|centymetr|センチ|سم',
  MMT: 'mm|millimeter|millimetre|millimètre|milímetro|millimetro|milimetr|ミリ|مم',
  SMI: 'mi|mile|miles|meile|meilen|mille|milla|millas|milha|milhas|miglio|miglia|mijl|mila|マイル|ميل',
  FOT: 'ft|foot|feet|fuß|pied|pieds|pie|pies|pé|pés|piede|piedi|voet|stopa|fot|フィート|قدم',
  INH: 'in|inch|inches|zoll|pouce|pouces|pulgada|polegada|pollice|cal|tum|インチ|بوصة',
  MTK: 'm²|m2|qm|sqm|square meter|square meters|square metre|square metres|quadratmeter|mètre carré|mètres carrés|metro cuadrado|metros cuadrados|metro quadrado|metros quadrados|metro quadro|metri quadrati|mq|vierkante meter|metr kwadratowy|kvadratmeter|平方メートル|平米|متر مربع',
  FTK: 'ft²|ft2|sqft|square foot|square feet',
  MTQ: 'm³|m3|cbm|cubic meter|cubic meters|cubic metre|cubic metres|kubikmeter|mètre cube|mètres cubes|metro cúbico|metros cúbicos|metro cubo|metri cubi|mc|kubieke meter|metr sześcienny|立方メートル|متر مكعب',
  LTR: 'l|liter|liters|litre|litres|litro|litros|litri|litr|litry|リットル|لتر',
  MLT: 'ml|milliliter|millilitre|mililitro|millilitro|mililitr|ミリリットル|مل',
  KWH: 'kwh|kilowatt hour|kilowatt hours|kilowattstunde|kilowattstunden|kilowattheure|kilowatio hora|kilovatio hora|quilowatt-hora|chilowattora|kilowattuur|kilowatogodzina|kilowattimme|キロワット時|كيلوواط ساعة',
  MWH: 'mwh|megawatt hour|megawattstunde',
  KWT: 'kw|kilowatt|kilowatts',
  AD: 'byte|bytes',
  '4L': 'mb|megabyte|megabytes',
  E34: 'gb|gigabyte|gigabytes',
  E35: 'tb|terabyte|terabytes',
  P1: '%|percent|prozent|pourcent|por ciento|por cento|per cento|procent|パーセント',
  E49: 'working day|working days|workday|workdays|arbeitstag|arbeitstage|jour ouvré|jours ouvrés|día laborable|dia útil|giorno lavorativo|werkdag|dzień roboczy|arbetsdag|人日|営業日|يوم عمل',
  IE: 'person|persons|people|personen|personne|personnes|persona|personas|pessoa|pessoas|persone|osoba|osoby|osób|personer|人|名|شخص|أشخاص',
}

const CODES = new Map(Object.entries(UNITS).flatMap(([code, words]) => words.split('|').map((word) => [word, code] as const)))

/**
 * The code of a unit as people write it: `Stück` → `H87`, `h` → `HUR`. Case, spaces around it and a full stop at its end don't count. A code
 * of this table is itself (`HUR`), and everything else is `C62`, one.
 */
export function unitCode(unit: string): string {
  const written = unit.normalize('NFC').trim()
  if (Object.hasOwn(UNITS, written)) return written
  const plain = written.toLowerCase().replace(/\.$/, '').replace(/\s+/g, ' ')
  return CODES.get(plain) ?? DEFAULT_UNIT_CODE
}
