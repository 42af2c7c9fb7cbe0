/** The heading of a recall notice (Reg. (EU) 2023/988, art. 36(2)(a)). */
export const RECALL_HEADING = 'Terugroeping: productveiligheid'
