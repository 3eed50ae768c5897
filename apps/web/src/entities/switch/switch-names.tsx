import { Fragment } from 'react';
import { TextLink } from '../../components/text-link.js';
import { switchAddress } from '../addresses.js';

interface Props {
  ids: readonly number[];
  empresaId: number;
  nameOf: (id: number) => string;
}

/** The names of switches, each a link to operate it. */
export const SwitchNames = ({ ids, empresaId, nameOf }: Props) =>
  ids.map((id, i) => (
    <Fragment key={id}>
      {i > 0 && ', '}
      <TextLink to={switchAddress({ id, empresa_id: empresaId })}>{nameOf(id)}</TextLink>
    </Fragment>
  ));
