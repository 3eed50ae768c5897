import { Link as MenuLink } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { ClockIcon } from '../../components/icons.js';

/** The way to the trail of changes: it is not in the menu, which is as the spec writes it. */
export const AuditLink = () => (
  <MenuLink asChild alignSelf="flex-start" color="fg.muted" fontWeight="550">
    <Link to="/auditoria">
      <ClockIcon /> Auditoría: quién cambió qué y cuándo
    </Link>
  </MenuLink>
);
