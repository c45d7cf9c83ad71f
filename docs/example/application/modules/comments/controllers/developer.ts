/** This module's controller in the `tools` context. */
import { ReportController } from '../../../../framework/core/report.ts';
import { count } from '../models/comments.ts';

export default class Developer extends ReportController {
  report() {
    return this._report('Report on comments', { comments: count() });
  }
}
