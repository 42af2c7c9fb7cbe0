/** Muted colours for the names that owners give, as CSS: a swatch is recognised, not matched. */
const colours: Record<string, string> = {
  zwart: '#1f1a1c',
  antraciet: '#3d3a3d',
  grijs: '#8d8789',
  lichtgrijs: '#c9c4c3',
  zilver: '#c3c3c6',
  wit: '#fdfbf8',
  ivoor: '#f3ebdc',
  ecru: '#ece1cc',
  crème: '#f2e6d0',
  champagne: '#e6d2b3',
  beige: '#d9c4a5',
  nude: '#dfb9a3',
  zand: '#cfb48e',
  taupe: '#93816f',
  bruin: '#6d4a38',
  chocolade: '#4a3029',
  cognac: '#9a5a32',
  koper: '#b1704c',
  goud: '#c39c4c',
  roségoud: '#cf9b8c',
  oker: '#c08a35',
  geel: '#e3bd4f',
  oranje: '#d67f3f',
  perzik: '#eeb795',
  koraal: '#dd7767',
  rood: '#b02a37',
  bordeaux: '#641f2f',
  wijnrood: '#6f2036',
  framboos: '#a8214f',
  fuchsia: '#c03a7d',
  roze: '#e0a1b1',
  lichtroze: '#f0cdd3',
  oudroze: '#c48a90',
  lila: '#b9a3cc',
  lavendel: '#a79bc9',
  mauve: '#a1798f',
  paars: '#6a4278',
  aubergine: '#432a45',
  blauw: '#3c5f93',
  lichtblauw: '#a3bed6',
  donkerblauw: '#253a5e',
  marineblauw: '#22304d',
  nachtblauw: '#1f2740',
  petrol: '#2b5c66',
  turquoise: '#4d9c9d',
  mint: '#aed3bf',
  groen: '#4f7d57',
  donkergroen: '#2d4a38',
  smaragd: '#27694f',
  olijf: '#75743f',
  salie: '#9cab90',
}

/** `Donkerblauw ` and `creme` are known too. */
const fold = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[\s-]/g, '')

const byFoldedName = new Map(Object.entries(colours).map(([name, colour]) => [fold(name), colour]))

/** Whether the values of an option are colours. */
export const isColourOption = (name: string): boolean => /^(kleur|tint|colou?r)/i.test(name.trim())

/** The colour of a swatch, as CSS; undefined for a name that is not known. */
export const swatchColour = (name: string): string | undefined => byFoldedName.get(fold(name))
