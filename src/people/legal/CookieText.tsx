import { type TableColumn, DataTable } from '../../ui/lists/DataTable.tsx'

interface StorageItem {
  name: string
  kind: string
  what: string
  lasts: string
}

/** Every item that we store in a browser; the list must be complete. */
const storageItems: StorageItem[] = [
  { name: 'gloed_session', kind: 'Noodzakelijk', what: 'Dat je ingelogd bent.', lasts: '180 dagen' },
  {
    name: 'gloed_device',
    kind: 'Noodzakelijk',
    what: 'Dat je hier eerder inlogde, zodat anderen je account niet kunnen ophouden met verkeerde wachtwoorden.',
    lasts: '1 jaar',
  },
  {
    name: 'gloed_guest, gloed_guest_order, gloed_cart',
    kind: 'Noodzakelijk',
    what: 'Wat je zonder account in je winkelwagen legt en bestelt.',
    lasts: '30 dagen',
  },
  {
    name: 'gloed_link_…',
    kind: 'Noodzakelijk',
    what: 'Dat je de link uit een mail hebt geopend, om te kunnen downloaden.',
    lasts: '1 dag',
  },
  {
    name: 'gloed_signed_out',
    kind: 'Noodzakelijk',
    what: 'Dat je uitlogde zonder verbinding, zodat we dat alsnog doen.',
    lasts: 'Tot je weer verbinding hebt',
  },
  { name: 'gloed_age', kind: 'Noodzakelijk', what: 'Dat je zei dat je 18 of ouder bent.', lasts: '1 jaar' },
  {
    name: 'cookie-consent, cookie-preferences, cookie-consent-number, cookie-consent-unsent',
    kind: 'Noodzakelijk',
    what: 'Wat je over cookies koos; als je iets toestond ook het willekeurige nummer waaronder we dat als bewijs bewaren.',
    lasts: 'Tot je het wist',
  },
  {
    name: 'Half ingevulde formulieren',
    kind: 'Noodzakelijk',
    what: 'Je adres bij het bestellen, en waar je mee bezig was toen je moest inloggen.',
    lasts: 'Tot je het tabblad sluit',
  },
  { name: 'Wachtrij', kind: 'Noodzakelijk', what: 'Dat je op een toy wacht.', lasts: 'Tot je beurt' },
  {
    name: 'gloed-low-balance',
    kind: 'Noodzakelijk',
    what: 'Dat we je in deze sessie al zeiden dat je minuten bijna op zijn.',
    lasts: 'Tot je het tabblad sluit',
  },
  {
    name: 'gloed:signed-out',
    kind: 'Noodzakelijk',
    what: 'Wanneer hier voor het laatst iemand uitlogde, zodat geen tabblad daarna nog iets van je laat zien.',
    lasts: 'Tot je het wist',
  },
  {
    name: 'gloed:reloaded',
    kind: 'Noodzakelijk',
    what: 'Dat een tabblad al vernieuwd is voor een nieuwe versie van de winkel.',
    lasts: 'Tot je het tabblad sluit',
  },
  {
    name: 'offline',
    kind: 'Noodzakelijk',
    what: 'De pagina die zegt dat er geen verbinding is.',
    lasts: 'Tot je het wist',
  },
  {
    name: 'react-router-scroll-positions',
    kind: 'Noodzakelijk',
    what: 'Hoe ver je op een pagina was, zodat teruggaan je daar weer brengt.',
    lasts: 'Tot je het tabblad sluit',
  },
  {
    name: 'gloed_theme',
    kind: 'Functioneel',
    what: 'Of je licht of donker koos. Zonder toestemming tot je de browser sluit.',
    lasts: '1 jaar',
  },
  {
    name: 'gloed_discreet, gloed_exit',
    kind: 'Functioneel',
    what: 'Of je tabbladen een neutrale titel hebben, en waar drie keer Escape heen leidt. Zonder toestemming tot je de browser sluit.',
    lasts: '1 jaar',
  },
  {
    name: 'Eigen patronen',
    kind: 'Functioneel',
    what: 'Wat je op Live Control opnam. Zonder toestemming tot je het tabblad sluit.',
    lasts: 'Tot je het wist',
  },
  {
    name: 'gloed-shortcuts',
    kind: 'Functioneel',
    what: 'Of sneltoetsen aan staan, voor administrators. Zonder toestemming tot je het tabblad sluit.',
    lasts: 'Tot je het wist',
  },
  {
    name: 'gloed-visit',
    kind: 'Statistieken',
    what: 'Een willekeurig nummer, waaraan we zien dat dezelfde browser terug is. Zonder toestemming staat het er niet.',
    lasts: '13 maanden, of tot je je toestemming intrekt',
  },
  {
    name: 'gloed-unpaid-order',
    kind: 'Statistieken',
    what: 'Het nummer van een bestelling waarvan de betaling nog onderweg was, om haar te tellen zodra ze betaald is. Zonder toestemming staat het er niet.',
    lasts: 'Tot ze betaald of geannuleerd is, of tot je je toestemming intrekt',
  },
]

const columns: TableColumn<StorageItem>[] = [
  { name: 'Naam', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { name: 'Soort', cell: ({ kind }) => kind },
  { name: 'Waarvoor', phone: 'unnamed', cell: ({ what }) => what },
  { name: 'Hoe lang', cell: ({ lasts }) => lasts },
]

/** All items stored in the browser, by name. */
export const CookieText = () => (
  <>
    <p>
      Noodzakelijke cookies staan altijd aan: zonder werkt de winkel niet. Al het andere staat uit tot je het
      aanzet, en gaat weer uit zodra je dat wilt. Cookies van anderen gebruiken we niet.
    </p>
    <DataTable
      caption="Wat er in je browser bewaard wordt"
      columns={columns}
      rows={storageItems}
      keyOf={({ name }) => name}
    />
  </>
)
