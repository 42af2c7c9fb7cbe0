/** What is stored about a visit, with and without consent. */
export const AnalyticsText = () => (
  <>
    <h3>Wat we van je bezoek bewaren</h3>
    <p>Koos je voor statistieken, dan bewaren we, hoogstens 13 maanden:</p>
    <ul>
      <li>welke pagina’s je opent, hoe lang je ze ziet en tot hoever je ze leest;</li>
      <li>wat je in de winkel zoekt, en wat je er doet, zoals iets bestellen of een sessie starten;</li>
      <li>
        je soort toestel, je browser, de grootte van je scherm en je taal, het land waar je bent, en de site
        waar je vandaan kwam;
      </li>
      <li>
        een ingekort IP-adres: het laatste deel (na /24, of na /48) valt weg voordat we iets opschrijven.
      </li>
    </ul>
    <p>
      Aan een willekeurig nummer in je browser zien we welke bezoeken van dezelfde browser zijn, tot je je
      toestemming intrekt; zelf bewaren we er alleen een onleesbare afdruk van. Ben je ingelogd, dan weten we
      zolang je bezoek duurt bij welk account het hoort. Na een half uur zonder teken van je is het voorbij,
      en zijn je account en de precieze naam van je browser eruit weg.
    </p>
    <p>
      Koos je er niet voor, of vraagt je browser om je niet te volgen, dan tellen we alleen hoe vaak een
      pagina die dag geopend is. Daar staat niets van jou bij: geen nummer, geen adres en geen browser.
    </p>
    <p>
      Dit alles doen we zelf, zonder diensten van anderen. Bots, zoals die van zoekmachines, herkennen we aan
      hoe ze zich noemen en gedragen, en houden we apart.
    </p>
  </>
)
