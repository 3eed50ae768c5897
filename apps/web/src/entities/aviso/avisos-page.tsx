import { Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Page } from '../../components/page.js';
import { EmpresaSelect, type useEmpresaChoice } from '../empresa/empresa-choice.js';
import { AvisosNav } from './avisos-nav.js';

interface Props {
  title: string;
  help: string;
  choice: ReturnType<typeof useEmpresaChoice>;
  children: ReactNode;
}

/** The frame of the screens about one company's alarms: rules, silences, channels. */
export const AvisosPage = ({ title, help, choice, children }: Props) => (
  <Page title={title}>
    <AvisosNav />
    <Text color="fg.muted" maxW="70ch">
      {help}
    </Text>
    <EmpresaSelect choice={choice} />
    {children}
  </Page>
);
