import type { ToyFunction } from './contract.ts'

/** The functions of toys in the words of the shop. */
export const functionLabels: Record<ToyFunction, string> = {
  Vibrate: 'Trillen',
  Rotate: 'Draaien',
  Thrusting: 'Stoten',
  Fingering: 'Strelen',
  Suction: 'Zuigen',
  Oscillate: 'Heen en weer',
  Pump: 'Pompen',
  Depth: 'Diepte',
}
