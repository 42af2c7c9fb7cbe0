/** The sentence in a mail of a refund about the way that the money goes. @param isToCredit to a gift card or store credit */
export const describeRefundWay = (isToCredit: boolean): string =>
  isToCredit
    ? 'Het staat op je cadeaubon of je tegoed, en je kunt het meteen gebruiken.'
    : 'Dat gaat op dezelfde manier als je betaald hebt, en duurt meestal een paar werkdagen.'
