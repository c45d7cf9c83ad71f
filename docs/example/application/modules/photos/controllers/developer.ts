/** This module's controller in the `tools` context. */
import { ReportController } from '../../../../framework/core/report.ts';
import { all, LIMITS, reset } from '../models/photos.ts';

export default class Developer extends ReportController {
  report() {
    const { length } = all();
    return this._report('Report on photos', { photos: length, free: LIMITS.photos - length });
  }

  /** Throws, to show the error page. */
  fail() {
    throw new Error('This was thrown on purpose.');
  }

  /** POST only, as the route file ensures. */
  async reset() {
    reset();
    await this.context.run('comments/_reset');
    return this._seeOther('/tools');
  }
}
