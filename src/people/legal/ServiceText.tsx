import { Link } from 'react-router'
import type { LegalSection } from './LegalPage.tsx'
import { SellerDetails } from './SellerDetails.tsx'

/** The first sections of the terms: the seller, the services and the payment. */
export const serviceSections: LegalSection[] = [
  {
    id: 'aanvaarding',
    title: 'Aanvaarding',
    body: (
      <p>
        Door een account te maken, iets te kopen of een sessie te starten ga je akkoord met deze voorwaarden.
        Bij het registreren leggen we vast wanneer je dat deed en met welke versie. Ben je het er niet mee
        eens, gebruik onze diensten dan niet. Je moet 18 jaar of ouder zijn.
      </p>
    ),
  },
  {
    id: 'aanbieder',
    title: 'Aanbieder',
    body: (
      <>
        <p>De diensten worden aangeboden door een eenmanszaak in België:</p>
        <SellerDetails />
      </>
    ),
  },
  {
    id: 'diensten',
    title: 'Omschrijving van de diensten',
    body: (
      <>
        <ul>
          <li>Een winkel met producten voor volwassenen, tastbare en digitale.</li>
          <li>
            Minuten: een tegoed waarmee je in een live sessie de toy bedient van een creator die daarmee
            instemt. Elke begonnen minuut waarin je de toy bedient, kost een minuut; een minuut waarin dat
            niet kan, kost niets.
          </li>
          <li>Een account met je bestellingen, sessies, verlanglijst en berichten.</li>
        </ul>
        <p>
          Een creator kan een sessie altijd weigeren, begrenzen of stoppen. We streven ernaar dat alles 24 uur
          per dag en 7 dagen per week werkt, maar garanderen dat niet.
        </p>
      </>
    ),
  },
  {
    id: 'herroepingsrecht',
    title: 'Geen herroepingsrecht voor digitale inhoud',
    body: (
      <>
        <p>
          Voor digitale inhoud en minuten die je meteen krijgt, is er geen herroepingsrecht. Door op kopen of
          betalen te drukken, vraag je om directe levering en bevestig je dat je van dat recht afziet. Alle
          verkopen daarvan zijn definitief: zonder annulering, teruggave, ruil of terugboeking.
        </p>
        <p>
          Voor goederen geldt wel een bedenktijd van 14 dagen na ontvangst. Herroepen doe je{' '}
          <Link to="/herroepen">op deze pagina</Link>. Wie zonder reden een betaling laat terugboeken in
          plaats van te herroepen, kan de toegang tot zijn account verliezen.
        </p>
      </>
    ),
  },
  {
    id: 'plichten',
    title: 'Wat we van je vragen',
    body: (
      <ul>
        <li>
          Geef juiste gegevens op, houd je wachtwoord geheim en laat niemand anders je account gebruiken.
        </li>
        <li>Behandel creators en anderen met respect. Wat zij niet willen, gebeurt niet.</li>
        <li>Neem niets op en verspreid niets van een sessie of van wat je digitaal kocht.</li>
        <li>Probeer de dienst niet te misbruiken, te omzeilen of te storen.</li>
        <li>Gebruik de dienst niet als je jonger bent dan 18, en laat dat ook anderen niet doen.</li>
      </ul>
    ),
  },
  {
    id: 'betaling',
    title: 'Betaling',
    body: (
      <>
        <p>
          Prijzen zijn in euro, met btw waar die geldt, en kunnen veranderen zonder aankondiging; voor jou
          geldt de prijs van het moment waarop je bestelt. Lopende abonnementen lopen door tot hun einde.
          Betalen gaat via beveiligde betaaldiensten van anderen. Kaartgegevens bewaren we niet.
        </p>
        <p>Mislukt een betaling, dan eindigt de toegang tot wat niet betaald is meteen, zonder teruggave.</p>
      </>
    ),
  },
]
