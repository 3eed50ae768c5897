import type { ReactNode } from 'react';
import { Help } from '../../components/help.js';
import { Page } from '../../components/page.js';
import { AvisosNav } from './avisos-nav.js';

interface Props {
  title: string;
  /** Below the list: who knows it reads the list. */
  help: string;
  children: ReactNode;
}

/** The frame of the screens about one company's alarms: rules, silences, channels. */
export const AvisosPage = ({ title, help, children }: Props) => (
  <Page title={title} beside={<AvisosNav />}>
    {children}
    <Help>{help}</Help>
  </Page>
);
