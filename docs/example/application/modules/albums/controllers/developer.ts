/** This module's controller in the `tools` context. */
import { ReportController } from '../../../../framework/core/report.ts';
import { all } from '../models/albums.ts';

export default class Developer extends ReportController {
  report() {
    return this._report('Report on albums', { albums: all().length });
  }
}
