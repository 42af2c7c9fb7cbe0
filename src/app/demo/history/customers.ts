/** The demo's customers as plain data: ordinary names, and addresses that do not exist as a whole. */

export interface CustomerProfile {
  firstName: string
  lastName: string
  /** The name that others see. */
  displayName: string
  /** Days ago that the account was made. */
  joined: number
  /** How often they buy, relative to the others; 0 for never. */
  loyalty: number
  street: string
  houseNumber: string
  postalCode: string
  city: string
  country: 'Nederland' | 'België' | 'Duitsland'
}

type ProfileTuple = readonly [
  name: string,
  displayName: string,
  joined: number,
  loyalty: number,
  address: string,
  postalCode: string,
  city: string,
]

const dutch: readonly ProfileTuple[] = [
  ['Anne Visser', 'Anne', 148, 3, 'Wilgenstraat 14', '3532 XK', 'Utrecht'],
  ['Bram Kuipers', 'Bram K', 141, 1, 'Havenkade 8', '1019 BT', 'Amsterdam'],
  ['Lotte van Dam', 'Lotje', 136, 4, 'Molenweg 31', '6542 PV', 'Nijmegen'],
  ['Daan Postma', 'Daan', 129, 1, 'Grote Singel 5', '8911 HK', 'Leeuwarden'],
  ['Femke Smit', 'Femke', 124, 2, 'Kastanjelaan 77', '5616 LA', 'Eindhoven'],
  ['Ruben de Boer', 'Ruub', 117, 2, 'Zandpad 3 B', '2012 GL', 'Haarlem'],
  ['Iris Hoekstra', 'Iris', 111, 1, 'Stationsplein 22', '9726 AE', 'Groningen'],
  ['Thijs Jansen', 'Thijs J', 104, 3, 'Rozenhof 9', '7411 KT', 'Deventer'],
  ['Marieke Bos', 'Marie', 99, 1, 'Dorpsstraat 118', '3981 EB', 'Bunnik'],
  ['Koen Vermeer', 'Koen', 93, 2, 'Prins Hendriklaan 40', '3583 EP', 'Utrecht'],
  ['Sanne Mulder', 'Sanne', 88, 2, 'Oude Gracht 61', '2611 HC', 'Delft'],
  ['Jeroen Dekker', 'Jay', 83, 1, 'Berkenlaan 12', '7522 NB', 'Enschede'],
  ['Eva Brouwer', 'Eva', 77, 2, 'Vijverlaan 6', '3062 HJ', 'Rotterdam'],
  ['Niels Peters', 'Niels', 70, 1, 'Heuvelring 19', '5038 CL', 'Tilburg'],
  ['Roos Schouten', 'Roosje', 62, 2, 'Lange Nering 54', '8302 EB', 'Emmeloord'],
  ['Gijs van Leeuwen', 'Gijs', 55, 1, 'Weteringkade 101', '2515 AR', 'Den Haag'],
  ['Noa Willems', 'Noa', 47, 1, 'Parkweg 28', '6221 BV', 'Maastricht'],
  ['Stijn Hendriks', 'Stijn', 38, 1, 'Korenbloem 2', '4337 WG', 'Middelburg'],
  ['Julia Prins', 'Juul', 29, 1, 'Zuiderkerkstraat 15', '1011 HJ', 'Amsterdam'],
  ['Max Timmermans', 'Max', 19, 1, 'Watermolen 33', '5223 KD', 'Den Bosch'],
  ['Lieke Scholten', 'Liek', 11, 1, 'Elzenstraat 4', '7572 VB', 'Oldenzaal'],
  ['Tom Verhoeven', 'Tom', 4, 1, 'Akkerwinde 10', '3831 XA', 'Leusden'],
]

const belgian: readonly ProfileTuple[] = [
  ['Jonas Peeters', 'Jonas', 145, 3, 'Lange Leemstraat 42', '2018', 'Antwerpen'],
  ['Elise Maes', 'Elise', 138, 2, 'Kouter 7', '9000', 'Gent'],
  ['Wout Jacobs', 'Wout', 131, 1, 'Naamsestraat 88', '3000', 'Leuven'],
  ['Charlotte Claes', 'Lot', 121, 3, 'Ezelstraat 13', '8000', 'Brugge'],
  ['Pieter Wouters', 'Pieter', 108, 1, 'Onze-Lieve-Vrouwestraat 25', '2800', 'Mechelen'],
  ['Hanne Goossens', 'Hanne', 97, 2, 'Demerstraat 50', '3500', 'Hasselt'],
  ['Arne De Smet', 'Arne', 86, 1, 'Stationsstraat 91', '9100', 'Sint-Niklaas'],
  ['Lien Mertens', 'Lien', 74, 2, 'Bredabaan 230', '2170', 'Merksem'],
  ['Seppe Willems', 'Seppe', 66, 1, 'Gasthuisstraat 17', '2300', 'Turnhout'],
  ['Nele Van Damme', 'Nele', 58, 1, 'Grote Markt 3', '8500', 'Kortrijk'],
  ['Robbe Janssens', 'Robbe', 51, 2, 'Sluizeken 64', '9000', 'Gent'],
  ['Fien Lambrecht', 'Fien', 42, 1, 'Vaartkom 29', '3000', 'Leuven'],
  ['Dries Coppens', 'Dries', 33, 0, 'Molenstraat 110', '9300', 'Aalst'],
  ['Amber Verbeke', 'Amber', 24, 1, 'Torhoutsesteenweg 56', '8400', 'Oostende'],
  ['Lucas Aerts', 'Luc', 14, 1, 'Turnhoutsebaan 302', '2140', 'Borgerhout'],
  ['Jolien Segers', 'Jolien', 2, 0, 'Diestsestraat 71', '3000', 'Leuven'],
]

const german: readonly ProfileTuple[] = [
  ['Katrin Vogel', 'Katrin', 114, 1, 'Gartenstraße 18', '47533', 'Kleve'],
  ['Jan Böhm', 'Jan', 60, 1, 'Jülicher Straße 140', '52070', 'Aachen'],
]

const toProfile = (country: CustomerProfile['country'], tuple: ProfileTuple): CustomerProfile => {
  const [name, displayName, joined, loyalty, address, postalCode, city] = tuple
  const [, firstName = '', lastName = ''] = /^(\S+) (.+)$/.exec(name) ?? []
  const [, street = '', houseNumber = ''] = /^(.+?) (\d.*)$/.exec(address) ?? []
  return { firstName, lastName, displayName, joined, loyalty, street, houseNumber, postalCode, city, country }
}

/** Forty customers, besides the one with a demo account. */
export const customerProfiles: readonly CustomerProfile[] = [
  ...dutch.map(tuple => toProfile('Nederland', tuple)),
  ...belgian.map(tuple => toProfile('België', tuple)),
  ...german.map(tuple => toProfile('Duitsland', tuple)),
]

/** An address of a domain that can't exist (RFC 2606), so that no demo mail reaches anyone. */
export const emailOf = ({ firstName, lastName }: Pick<CustomerProfile, 'firstName' | 'lastName'>): string =>
  `${firstName}.${lastName}`
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z.]/g, '') + '@post.test'

/** The customer with a demo account, who buys what `samOrders.ts` says. */
export const samProfile: CustomerProfile = {
  firstName: 'Sam',
  lastName: 'de Wit',
  displayName: 'Sam',
  joined: 96,
  loyalty: 0,
  street: 'Lindelaan',
  houseNumber: '12',
  postalCode: '3512 AB',
  city: 'Utrecht',
  country: 'Nederland',
}
