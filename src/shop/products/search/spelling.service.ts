import { sql, type SQL } from 'drizzle-orm'
import { optionSets } from '../variants/table.ts'
import { catalogWords, foldAccentsSql } from '../catalog/table.ts'

const sqlNumber = (value: number) => sql.raw(String(value))

/** Shorter words resemble too many others to be corrected. */
const MIN_WORD_LENGTH = sqlNumber(3)
/** Maximum edit distance (Levenshtein); two swapped letters count as two edits. */
const MAX_TYPOS = sqlNumber(2)
/** The minimum trigram similarity of words that differ in more letters, such as a half-typed word. */
const MIN_SIMILARITY = sqlNumber(0.3)
/** Two swapped letters in a word of at most this length leave it almost no trigrams in common. */
const SHORT_WORD_LENGTH = sqlNumber(6)
/** Words are proposed when their score is at least this share of the best score. */
const MIN_SHARE_OF_BEST = sqlNumber(0.75)
const MAX_SUGGESTIONS = sqlNumber(20)

/**
 * For a short word every word with the same first letter is a candidate; for a longer one every word with enough
 * trigrams in common.
 */
const isCandidate = sql`(word % typed
  or word like case when length(typed) <= ${SHORT_WORD_LENGTH} then left(typed, 1) || '%' end)`
const contains = sql`word like '%' || typed || '%'`
const editDistance = sql`levenshtein_less_equal(word, typed, ${MAX_TYPOS})`

/** Similarity from 0, a different word, to 1, a word that contains it. */
const similarityScore = sql`case
  when ${contains} then 1
  when ${editDistance} <= least(${MAX_TYPOS}, (length(typed) - 1) / 2) then 1 - ${editDistance}::real / length(typed)
  when similarity(word, typed) >= ${MIN_SIMILARITY} then similarity(word, typed)
  else 0
end`

/** The words of options, such as colours, which names of products lack. */
const optionWords = sql`(
  select distinct word from ${optionSets} cross join lateral split_words(option_words(${optionSets.facets})) as word
)`

/**
 * The probable meaning of the typed words, in `to_tsquery` syntax: for each word the word itself and the catalog words that
 * contain it (`lamp`, `maanlamp`), or else the most similar catalog words.
 */
export const correctedQuery = (q: SQL): SQL => sql`
  select string_agg('(' || concat_ws(' | ', typed, likely) || ')', ' & ')
  from regexp_split_to_table(${foldAccentsSql(q)}, '[^[:alnum:]]+') as typed
  cross join lateral (
    select string_agg(word, ' | ') as likely from (
      select word, likeness, max(likeness) over () as most from (
        select word, ${similarityScore} as likeness from (
          select word from ${catalogWords} where length(typed) >= ${MIN_WORD_LENGTH} and (${isCandidate} or ${contains})
          union select word from ${optionWords} as of_options
          where length(typed) >= ${MIN_WORD_LENGTH} and (${isCandidate} or ${contains})
        ) as similar_words
      ) as candidates where likeness > 0 order by likeness desc, word limit ${MAX_SUGGESTIONS}
    ) as best where likeness >= ${MIN_SHARE_OF_BEST} * most
  ) as guess where typed <> ''`
