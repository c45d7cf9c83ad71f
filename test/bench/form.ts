/** The types that parts pass to the report. */

/** One figure for each measured contender, by name. */
export type Figures = Readonly<Record<string, number>>;

/** One line of a table. */
export interface Row {
  readonly label: string;
  readonly figures: Figures;
  /** The reason for each missing figure, by contender. */
  readonly missing?: Readonly<Record<string, string>>;
}

/** A ratio of a row's figures. */
export interface Ratio {
  readonly head: string;
  /** `undefined` if one of the figures is missing. */
  of(figures: Figures): number | undefined;
}

/** The layout of one table in the report. */
export interface Form {
  /** The unit of the figures, which heads the first column. */
  readonly unit: string;
  /** The contenders to show, in the order of the columns. */
  readonly columns: readonly string[];
  readonly ratios: readonly Ratio[];
  /** True for a last line with the geometric means of the ratios. */
  readonly mean?: boolean;
}

/** A part of the benchmark, run by `npm run bench -- NAME`. */
export interface Part {
  readonly name: string;
  readonly title: string;
  /** A description of the figures and how they were measured, as Markdown. */
  readonly text: string;
  readonly forms: readonly Form[];
  /**
   * Measures once.
   *
   * @param tables the tables to measure, if the part uses any
   * @returns the rows of each of the forms
   */
  measure(tables: readonly string[]): Promise<readonly (readonly Row[])[]>;
}

/**
 * A ratio of two figures.
 *
 * @param over the name of the numerator
 * @param under the name of the denominator
 */
export function ratio(over: string, under: string): Ratio {
  return { head: `${over} / ${under}`, of: (figures) => divide(figures[over], figures[under]) };
}

/**
 * The ratio of the smallest of several figures to another.
 *
 * @param head its name in the report
 * @param names the several figures' names
 * @param under the other figure's name
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
