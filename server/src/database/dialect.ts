/** Which of the two databases a connection speaks to. Only files under `database/` may ask. */
export type Dialect = 'sqlite' | 'postgres'
