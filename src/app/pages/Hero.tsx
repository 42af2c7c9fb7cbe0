import { Link } from 'react-router'
import { Button } from '../../ui/components/Button.tsx'
import { ResponsiveImage } from '../../ui/components/ResponsiveImage.tsx'

/** The left part of the picture is empty: the text is placed there, and on a small screen below the picture. */
export function Hero() {
  return (
    <section className="measure pt-4 md:pt-6">
      <div className="relative">
        <ResponsiveImage
          src="/media/demo/hero-tall/800.webp"
          wide={{
            src: '/media/demo/hero/1600.webp',
            widths: [800, 1600, 2400],
            media: '(min-width: 640px)',
          }}
          alt=""
          sizes="(min-width: 1280px) 1200px, 100vw"
          priority
          className="aspect-square rounded-card sm:aspect-video"
        />
        {/* The picture is light in either theme, so the text on it is dark. */}
        <div className="grid content-center justify-items-start gap-6 pt-8 text-ink lg:absolute lg:inset-y-0 lg:left-0 lg:w-[52%] lg:p-16 lg:scheme-light">
          <p className="eyebrow text-accent-text">Voor volwassenen</p>
          <h1 className="display text-hero text-ink">Warm, rustig en helemaal van jou</h1>
          <p className="max-w-[26rem] text-lead text-ink-soft">
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
      </div>
    </section>
  )
}
