import { sql } from 'drizzle-orm'
import { catalogWords, foldAccentsSql } from './table.ts'

const sqlNumber = (value: number) => sql.raw(String(value))

/** Shorter words resemble too many others to be corrected. */
const MIN_WORD_LENGTH = sqlNumber(3)
/** Maximum edit distance (Levenshtein); two swapped letters count as two edits. */
const MAX_TYPOS = sqlNumber(2)
/** The share of three-letter pieces from which words are alike when they differ in more letters: one that is half typed. */
const MIN_SIMILARITY = sqlNumber(0.3)
/** A word of so few letters has hardly a piece in common with itself once two of them changed places. */
const SHORT_WORD_LENGTH = sqlNumber(6)
/** Of the words that look alike, those that do so nearly as much as the most alike. */
const MIN_SHARE_OF_BEST = sqlNumber(0.75)
const MAX_SUGGESTIONS = sqlNumber(20)

/** For a short word every other that begins with its letter is a candidate; for a longer one those with enough pieces in common. */
const isCandidate = sql`(${catalogWords.word} % typed
  or ${catalogWords.word} like case when length(typed) <= ${SHORT_WORD_LENGTH} then left(typed, 1) || '%' end)`
const contains = sql`${catalogWords.word} like '%' || typed || '%'`
const editDistance = sql`levenshtein_less_equal(${catalogWords.word}, typed, ${MAX_TYPOS})`

/** Similarity from 0, a different word, to 1, a word that contains it. */
const similarityScore = sql`case
  when ${contains} then 1
  when ${editDistance} <= least(${MAX_TYPOS}, (length(typed) - 1) / 2) then 1 - ${editDistance}::real / length(typed)
  when similarity(${catalogWords.word}, typed) >= ${MIN_SIMILARITY} then similarity(${catalogWords.word}, typed)
  else 0
end`

/**
 * What the placeholder `q` probably means, in the language of `to_tsquery`: for each of its words that word itself, and
 * those of the shop that it is a part of (`lamp`, `maanlamp`), or else those that look most like it.
 */
export const correctedQuery = sql`
  select string_agg('(' || concat_ws(' | ', typed, likely) || ')', ' & ')
  from regexp_split_to_table(${foldAccentsSql(sql`${sql.placeholder('q')}::text`)}, '[^[:alnum:]]+') as typed
  cross join lateral (
    select string_agg(word, ' | ') as likely from (
      select word, likeness, max(likeness) over () as most from (
        select word, ${similarityScore} as likeness from ${catalogWords}
        where length(typed) >= ${MIN_WORD_LENGTH} and (${isCandidate} or ${contains})
      ) as candidates where likeness > 0 order by likeness desc, word limit ${MAX_SUGGESTIONS}
    ) as best where likeness >= ${MIN_SHARE_OF_BEST} * most
  ) as guess where typed <> ''`
