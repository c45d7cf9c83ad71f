/** What the context tools reaches in this module. */
import { ReportController } from '../../../../framework/core/report.ts';
import { all } from '../models/albums.ts';

export default class Developer extends ReportController {
  report() {
    return this._report('Report of albums', { albums: all().length });
  }
}
