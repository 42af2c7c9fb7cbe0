export function redirectToPayment(paymentUrl: string): void {
  // Going back may restore this page from the browser's cache, with a cart and a balance from before the payment.
  window.addEventListener('pageshow', event => event.persisted && window.location.reload(), { once: true })
  window.location.assign(paymentUrl)
}
