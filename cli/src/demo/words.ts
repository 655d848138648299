// The texts of the sample data: names, towns and services of two small companies and their customers.

export interface SampleCustomer {
  name: string
  city: string
  country: string
  zipcode: string
}

export const CUSTOMERS: readonly SampleCustomer[] = [
  { name: 'Lindqvist & Sons AB', city: 'Stockholm', country: 'SE', zipcode: '114 51' },
  { name: 'Bäckerei Sonnenschein GmbH', city: 'Leipzig', country: 'DE', zipcode: '04109' },
  { name: 'Café Méridien', city: 'Lyon', country: 'FR', zipcode: '69002' },
  { name: 'Północ Logistyka Sp. z o.o.', city: 'Gdańsk', country: 'PL', zipcode: '80-001' },
  { name: 'Oliveira & Costa Lda', city: 'Porto', country: 'PT', zipcode: '4000-123' },
  { name: 'Greenfield Dental', city: 'Bristol', country: 'GB', zipcode: 'BS1 4DJ' },
  { name: 'Van den Berg Fietsen', city: 'Utrecht', country: 'NL', zipcode: '3511 AB' },
  { name: 'Trattoria da Nino', city: 'Bologna', country: 'IT', zipcode: '40121' },
  { name: 'Kowalczyk Studio', city: 'Kraków', country: 'PL', zipcode: '30-001' },
  { name: 'Hafenlicht Immobilien', city: 'Hamburg', country: 'DE', zipcode: '20457' },
  { name: 'Nordlys Kommunikasjon AS', city: 'Bergen', country: 'NO', zipcode: '5003' },
  { name: 'Atelier Dubois', city: 'Brussels', country: 'BE', zipcode: '1000' },
  { name: 'Clínica Santa Lucía', city: 'Valencia', country: 'ES', zipcode: '46001' },
  { name: 'Helsinki Boat Works Oy', city: 'Helsinki', country: 'FI', zipcode: '00150' },
  { name: 'Moravia Glass s.r.o.', city: 'Brno', country: 'CZ', zipcode: '602 00' },
  { name: 'Alpenkräuter Versand', city: 'Innsbruck', country: 'AT', zipcode: '6020' },
  { name: 'O’Sullivan Plumbing', city: 'Cork', country: 'IE', zipcode: 'T12 XY45' },
  { name: 'Papadopoulos Olive Oil', city: 'Kalamata', country: 'GR', zipcode: '241 00' },
  { name: 'Bytewerk IT-Service', city: 'Zürich', country: 'CH', zipcode: '8001' },
  { name: 'Vestergaard Møbler ApS', city: 'Aarhus', country: 'DK', zipcode: '8000' },
  { name: 'Riverside Yoga', city: 'Portland', country: 'US', zipcode: '97201' },
  { name: 'Maple & Main Bookshop', city: 'Burlington', country: 'US', zipcode: '05401' },
  { name: 'Cascade Brewing Supply', city: 'Seattle', country: 'US', zipcode: '98101' },
  { name: 'Harbor Point Legal', city: 'Boston', country: 'US', zipcode: '02110' },
  { name: 'Prairie Solar Co-op', city: 'Lincoln', country: 'US', zipcode: '68508' },
  { name: 'Desert Bloom Landscaping', city: 'Tucson', country: 'US', zipcode: '85701' },
  { name: 'Lakeshore Veterinary', city: 'Madison', country: 'US', zipcode: '53703' },
  { name: 'Hudson Street Bakery', city: 'New York', country: 'US', zipcode: '10014' },
  { name: 'Blue Ridge Outfitters', city: 'Asheville', country: 'US', zipcode: '28801' },
  { name: 'Gulf Coast Marine Survey', city: 'Mobile', country: 'US', zipcode: '36602' },
  { name: 'Montréal Vélo Café', city: 'Montréal', country: 'CA', zipcode: 'H2X 1Y4' },
  { name: 'Pacific Kelp Foods', city: 'Victoria', country: 'CA', zipcode: 'V8W 1P6' },
  { name: 'Copper State Robotics', city: 'Phoenix', country: 'US', zipcode: '85004' },
  { name: 'Northgate Physiotherapy', city: 'Minneapolis', country: 'US', zipcode: '55401' },
  { name: 'Sunset Records', city: 'Los Angeles', country: 'US', zipcode: '90026' },
  { name: 'Tidewater Schools Trust', city: 'Norfolk', country: 'US', zipcode: '23510' },
  { name: 'Granite Peak Insurance', city: 'Denver', country: 'US', zipcode: '80202' },
  { name: 'Magnolia Events', city: 'Savannah', country: 'US', zipcode: '31401' },
  { name: 'Three Rivers Print', city: 'Pittsburgh', country: 'US', zipcode: '15222' },
  { name: 'Bayou Software Guild', city: 'New Orleans', country: 'US', zipcode: '70130' },
]

/** A street in each country, with `#` where its number is written. */
const STREETS: Readonly<Record<string, string>> = {
  AT: 'Bahnhofstraße #',
  BE: 'Rue du Marché #',
  CH: 'Bahnhofstrasse #',
  CZ: 'Nádražní #',
  DE: 'Bahnhofstraße #',
  DK: 'Stationsvej #',
  ES: 'Calle Mayor, #',
  FI: 'Asematie #',
  FR: '# rue de la Gare',
  GR: 'Leoforos Stathmou #',
  IT: 'Via della Stazione, #',
  NL: 'Stationsweg #',
  NO: 'Stasjonsgata #',
  PL: 'ul. Dworcowa #',
  PT: 'Rua da Estação, #',
  SE: 'Stationsgatan #',
}

/** The street lines of an address in a country. */
export const streetOf = (country: string, number: number) => (STREETS[country] ?? '# Station Road').replace('#', String(number))

export interface SampleService {
  name: string
  description: string
  unit: string
  unit_price: number
  /** How many are sold at once: from, to. */
  quantity: readonly [number, number]
}

export const SERVICES: readonly SampleService[] = [
  {
    name: 'Website design',
    description: 'Layouts for desktop and phone, two rounds of changes',
    unit: 'h',
    unit_price: 95,
    quantity: [6, 40],
  },
  {
    name: 'Front-end development',
    description: 'Components, accessibility, tests',
    unit: 'h',
    unit_price: 110,
    quantity: [8, 60],
  },
  { name: 'API integration', description: 'Payments and webhooks', unit: 'h', unit_price: 125, quantity: [4, 30] },
  { name: 'Hosting and care', description: 'Updates, backups, monitoring', unit: 'month', unit_price: 89, quantity: [1, 3] },
  { name: 'Copywriting', description: 'Per page, up to 400 words', unit: 'page', unit_price: 140, quantity: [1, 8] },
  { name: 'Photography', description: 'Half a day on site', unit: 'half day', unit_price: 480, quantity: [1, 2] },
  { name: 'Search check', description: 'Report with a list of what to do', unit: 'piece', unit_price: 650, quantity: [1, 1] },
  { name: 'Workshop', description: 'For up to eight people', unit: 'day', unit_price: 1450, quantity: [1, 2] },
  { name: 'Support', description: 'By mail and telephone', unit: 'h', unit_price: 72.5, quantity: [1, 12] },
  { name: 'Newsletter', description: 'Template, list and sending', unit: 'issue', unit_price: 210, quantity: [1, 4] },
]

export const PROJECTS: readonly string[] = [
  'New website',
  'Online shop',
  'Booking system',
  'Brand refresh',
  'Customer portal',
  'Intranet',
  'Mobile app',
]

export const TASKS: readonly string[] = [
  'Kick-off and goals',
  'Sitemap and content plan',
  'Wireframes',
  'Visual design',
  'Build the templates',
  'Connect the payment provider',
  'Move the old content',
  'Accessibility check',
  'Speed and caching',
  'Training for the editors',
  'Go-live',
  'Follow-up after four weeks',
]

export const NOTES: readonly string[] = [
  'Thank you for your business.',
  'It was a pleasure to work with you.',
  '',
  '',
  'Your order number: see the offer.',
]
