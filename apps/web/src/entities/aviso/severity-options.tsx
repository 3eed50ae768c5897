import { SEVERITIES } from '@acequia/contracts';
import { texts } from './textos.js';

/** The severities as options of a select, worst first. */
export const SeverityOptions = () =>
  SEVERITIES.map((each) => (
    <option key={each} value={each}>
      {texts.severities[each]}
    </option>
  ));
