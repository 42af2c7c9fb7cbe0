/** In our markup: the requirements of Visa (VIRP) and Mastercard (AN 5196) for adult content, by how far the shop meets them. */
export const schemeRequirements = `### Dit heeft de winkel

- **Klagen zonder in te loggen:** de link [Inhoud melden](/melden) staat onder elke pagina, ook bij de vraag naar leeftijd.
- **Klachten binnen 7 werkdagen beslissen:** elke [melding](/admin/content-reports) heeft een termijn. Je krijgt bericht op de werkdag ervoor, en als het te laat is.
- **Bezwaar, ook van wie zelf te zien is:** met de link in de mail over de beslissing. Is er een andere administrator, dan beslist die.
- **Regels over wat niet mag:** in de [voorwaarden](/terms-of-service#inhoud): geen minderjarigen, niets zonder toestemming, niets illegaals.
- **Beleid over de leeftijd van klanten:** het [leeftijdsbeleid](/leeftijdsbeleid). Klanten verklaren hun leeftijd; bewijs vraagt de winkel niet.
- **Identiteit, leeftijd en overeenkomst van creators:** een creator [meldt zich aan](/creator-worden), bewijst wie ze is en tekent. Jij [beslist](/admin/creators/applications), met twee administrators samen. Staat dat uit bij de [instellingen](/admin/settings), dan controleer en bewaar je dit zelf.
- **Toestemming per sessie:** bij elke sessie staat welke overeenkomst gold, wat de creator toestond en hoe ze op de start reageerde. Voor een controle download je hieronder het dossier.
- **Wie zichzelf herkent:** een melding “dit ben ik niet” of “ik doe dit niet vrijwillig” haalt een creator meteen uit de uitzending.
- **Een rapport per maand:** deze pagina, afgedrukt of als pdf. Versturen doe je zelf.

### Dit heeft de winkel voor een deel

- **Inhoud nakijken voordat ze verschijnt:** [beoordelingen](/admin/reviews) en toys keur je vooraf goed. Profielen en berichten verschijnen meteen; die haal je weg na een melding.
- **Meekijken en ingrijpen bij een live sessie:** bij [apparaten](/admin/devices) zie je elke sessie die loopt en beëindig je haar meteen. Beeld of geluid is er niet: een klant bedient alleen een toy.

### Dit doe je zelf

- **Geen zoekwoorden over minderjarigen of dwang:** de winkel weigert geen zoekwoorden. Je kiest zelf de namen van je producten en de [synoniemen](/admin/content/search.synonyms).
- **Aanmelding bij Visa en Mastercard:** die gaat via je betaalprovider, en is alleen nodig als je kaarten aanneemt. Ook zonder kaarten kan je provider iets hiervan vragen.`
