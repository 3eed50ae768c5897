import { Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Page } from '../../components/page.js';
import { AvisosNav } from './avisos-nav.js';

interface Props {
  title: string;
  help: string;
  children: ReactNode;
}

/** The frame of the screens about one company's alarms: rules, silences, channels. */
export const AvisosPage = ({ title, help, children }: Props) => (
  <Page title={title}>
    <AvisosNav />
    <Text color="fg.muted" maxW="70ch">
      {help}
    </Text>
    {children}
  </Page>
);
