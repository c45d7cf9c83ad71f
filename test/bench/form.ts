/** What parts hand to the report. */

/** One figure for each contender that could be measured, by name. */
export type Figures = Readonly<Record<string, number>>;

/** One line of a table. */
export interface Row {
  readonly label: string;
  readonly figures: Figures;
  /** Why a contender has no figure, by name. */
  readonly missing?: Readonly<Record<string, string>>;
}

/** A ratio that the report makes of a row's figures. */
export interface Ratio {
  readonly head: string;
  /** `undefined` if one of the figures is missing. */
  of(figures: Figures): number | undefined;
}

/** What one table of the report looks like. */
export interface Form {
  /** What the figures are: the head of the first column. */
  readonly unit: string;
  /** The figures that are shown, by name, in the order of the columns. */
  readonly columns: readonly string[];
  readonly ratios: readonly Ratio[];
  /** Whether a last line has the geometric means of the ratios. */
  readonly mean?: boolean;
}

/** A part of the benchmark: what `npm run bench -- NAME` measures. */
export interface Part {
  readonly name: string;
  readonly title: string;
  /** What the figures are and how they came about, as Markdown. */
  readonly text: string;
  readonly forms: readonly Form[];
  /**
   * Measures once.
   *
   * @param tables which tables are wanted, if a part has any
   * @returns the rows of each of the forms
   */
  measure(tables: readonly string[]): Promise<readonly (readonly Row[])[]>;
}

/**
 * A ratio of two figures.
 *
 * @param over the name of the one above the line
 * @param under the name of the one below
 */
export function ratio(over: string, under: string): Ratio {
  return { head: `${over} / ${under}`, of: (figures) => divide(figures[over], figures[under]) };
}

/**
 * The ratio of the least of several figures to another.
 *
 * @param head what the report calls it
 * @param names the several
 * @param under the other
 */
export function least(head: string, names: readonly string[], under: string): Ratio {
  return {
    head,
    of: (figures) => {
      const able = names.map((name) => figures[name]).filter((value) => value !== undefined);
      return able.length === 0 ? undefined : divide(Math.min(...able), figures[under]);
    },
  };
}

function divide(over: number | undefined, under: number | undefined): number | undefined {
  return over === undefined || under === undefined ? undefined : over / under;
}
