import { Link } from 'react-router'
import { Button } from '../web/ui/Button.tsx'
import { Picture } from '../web/ui/Picture.tsx'

export function Hero() {
  return (
    <section className="measure grid items-center gap-8 pt-6 md:gap-12 md:pt-10 lg:grid-cols-2 lg:gap-16">
      <div className="order-2 grid justify-items-start gap-6 lg:order-1">
        <p className="eyebrow text-accent-text">Voor volwassenen</p>
        <h1 className="display text-hero">Warm, rustig en helemaal van jou</h1>
        <p className="max-w-md text-lead text-ink-soft">
          Mooi gemaakte dingen voor jezelf of voor samen. Met zorg gekozen, gratis en discreet bezorgd.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button asChild size="lg">
            <Link to="/shop">Naar de shop</Link>
          </Button>
          <Button asChild size="lg" variant="secondary">
            <Link to="/live">Live Control</Link>
          </Button>
        </div>
      </div>
      <Picture
        src="/media/demo/hero/1600.webp"
        from={[800, 1600, 2400]}
        alt=""
        sizes="(min-width: 1280px) 640px, (min-width: 1024px) 52vw, 100vw"
        priority
        className="order-1 aspect-4/3 rounded-card lg:order-2 lg:aspect-5/6"
      />
    </section>
  )
}
