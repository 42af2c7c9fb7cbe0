import { sql } from 'drizzle-orm'
import { catalogWords, folded } from './table.ts'

const number = (value: number) => sql.raw(String(value))

/** What is shorter looks like too much. */
const SHORTEST = number(3)
/** Wrong, missing or added letters; two that changed places are two. */
const MOST_ERRORS = number(2)
/** The share of three-letter pieces from which words are alike when they differ in more letters: one that is half typed. */
const ALIKE = number(0.3)
/** A word of so few letters has hardly a piece in common with itself once two of them changed places. */
const SHORT = number(6)
/** Of the words that look alike, those that do so nearly as much as the most alike. */
const NEARLY = number(0.75)
const MOST_MEANT = number(20)

/** For a short word every other that begins with its letter is a candidate; for a longer one those with enough pieces in common. */
const isCandidate = sql`(${catalogWords.word} % typed
  or ${catalogWords.word} like case when length(typed) <= ${SHORT} then left(typed, 1) || '%' end)`
const contains = sql`${catalogWords.word} like '%' || typed || '%'`
const errors = sql`levenshtein_less_equal(${catalogWords.word}, typed, ${MOST_ERRORS})`

/** From 0, another word, to 1, a word that contains it. */
const likeness = sql`case
  when ${contains} then 1
  when ${errors} <= least(${MOST_ERRORS}, (length(typed) - 1) / 2) then 1 - ${errors}::real / length(typed)
  when similarity(${catalogWords.word}, typed) >= ${ALIKE} then similarity(${catalogWords.word}, typed)
  else 0
end`

/**
 * What the placeholder `q` probably means, in the language of `to_tsquery`: for each of its words that word itself, and
 * those of the shop that it is a part of (`lamp`, `maanlamp`), or else those that look most like it.
 */
export const meant = sql`
  select string_agg('(' || concat_ws(' | ', typed, likely) || ')', ' & ')
  from regexp_split_to_table(${folded(sql`${sql.placeholder('q')}::text`)}, '[^[:alnum:]]+') as typed
  cross join lateral (
    select string_agg(word, ' | ') as likely from (
      select word, likeness, max(likeness) over () as most from (
        select word, ${likeness} as likeness from ${catalogWords}
        where length(typed) >= ${SHORTEST} and (${isCandidate} or ${contains})
      ) as candidates where likeness > 0 order by likeness desc, word limit ${MOST_MEANT}
    ) as best where likeness >= ${NEARLY} * most
  ) as guess where typed <> ''`
