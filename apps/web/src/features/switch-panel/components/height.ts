/** Height of the on/off history table (PANEL-9). */
export const CHART_HEIGHT = '350px';
