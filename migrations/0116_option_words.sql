-- The values of facets (`maat:38`), lower case and without accents, as the names of variants have them.
create function option_words(facets text[]) returns text language sql immutable parallel safe as $$
  select translate(
    lower(string_agg(substr(facet, strpos(facet, ':') + 1), ', ')),
    'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy'
  ) from unnest(facets) as facet
$$;
--> statement-breakpoint
-- small: a row for each combination of options that products have
ALTER TABLE "option_sets" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('dutch', option_words(facets))) STORED;