/** What the context tools reaches in this module. */
import { ReportController } from '../../../../framework/core/report.ts';
import { all, LIMITS, reset } from '../models/photos.ts';

export default class Developer extends ReportController {
  report() {
    const { length } = all();
    return this._report('Report of photos', { photos: length, free: LIMITS.photos - length });
  }

  /** For those who want to see the page for errors. */
  fail() {
    throw new Error('This was thrown on purpose.');
  }

  /** For POST alone: the route file says so. */
  async reset() {
    reset();
    await this.context.run('comments/_reset');
    return this._seeOther('/tools');
  }
}
