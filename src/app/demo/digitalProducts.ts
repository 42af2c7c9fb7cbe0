import { digitalProduct, type DemoProductWithoutSku } from './demoProduct.ts'

/** Products delivered by e-mail. They have a stock like any other. */
export const digitalProducts: readonly DemoProductWithoutSku[] = [
  digitalProduct({
    slug: 'e-book-dichterbij',
    name: 'E-book Dichterbij',
    description:
      'Veertig korte oefeningen voor twee, om elkaar weer met aandacht te zien, te horen en aan te raken. 128 pagina’s, als epub en pdf, zonder kopieerslot. Je ontvangt de link meteen per e-mail, met een onderwerp dat niets verraadt.',
    categorySlug: 'lezen-en-luisteren',
    price: 1295,
    stock: 500,
    pictures: 1,
  }),
  digitalProduct({
    slug: 'audiocursus-adem-en-aanraking',
    name: 'Audiocursus Adem en aanraking',
    description:
      'Zes lessen van twintig minuten, ingesproken door een rustige stem, om samen of alleen te beluisteren. Je leert vertragen, ademen en aangeven wat je fijn vindt. Je krijgt de bestanden als mp3, om te houden en zo vaak te horen als je wilt.',
    categorySlug: 'lezen-en-luisteren',
    price: 4995,
    stock: 500,
    pictures: 2,
  }),
  digitalProduct({
    slug: 'digitale-cadeaubon',
    name: 'Digitale cadeaubon',
    description:
      'Een tegoed van 50 euro voor de hele winkel, drie jaar geldig en in delen te besteden. Zet je boodschap bij de opmerkingen, dan komt die mee op de bon. De bon komt binnen enkele minuten per e-mail.',
    categorySlug: 'lezen-en-luisteren',
    price: 5000,
    stock: 500,
    pictures: 2,
    comments: true,
  }),
]
