//! In whose name a command speaks: pure, from the flag, the variable and whether a person sits there.
//!
//! Invariant: nothing but `--as user` or a terminal on both ends makes a caller a person.

use std::str::FromStr;

use consolidate_shared::draft::clean_line;
use consolidate_shared::limits::SHORT_BYTES;
use consolidate_shared::model::NAMELESS_AGENT;
use consolidate_shared::wire::v1::Role;
use thiserror::Error;

use crate::print::text::one_line;

/// What `--as` was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct As(pub(crate) Role);

/// Why a text names no role.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum RoleError {
    /// Neither `user` nor `agent:NAME`.
    #[error("say `user` or `agent:NAME`")]
    Shape,
    /// The variable, which only names agents, says `user`.
    #[error("CONSOLIDATE_AGENT names an agent; a person says `--as user`")]
    Variable,
    /// An agent's name that is blank, too long or not one line.
    #[error("an agent's name is one line of at most {SHORT_BYTES} bytes, and not blank")]
    Name,
}

impl FromStr for As {
    type Err = RoleError;

    fn from_str(text: &str) -> Result<Self, RoleError> {
        match text.split_once(':') {
            None if text == "user" => Ok(Self(Role::User)),
            Some(("agent", name)) => agent(name).map(Self),
            _ => Err(RoleError::Shape),
        }
    }
}

/// The role of an agent called `name`.
fn agent(name: &str) -> Result<Role, RoleError> {
    let name = name.trim();
    if name.is_empty() || name.len() > SHORT_BYTES || name.chars().any(char::is_control) {
        return Err(RoleError::Name);
    }
    Ok(Role::Agent { name: name.to_owned(), capable: false })
}

/// The role of a program that calls itself `name`: one line of it that fits; of what shows nothing, nobody's in particular.
pub(crate) fn of_program(name: &str) -> Role {
    let mut kept = String::new();
    for c in one_line(name.trim()).chars() {
        if kept.len() + c.len_utf8() > SHORT_BYTES {
            break;
        }
        kept.push(c);
    }
    let name =
        clean_line("agent", &kept, SHORT_BYTES).unwrap_or_else(|_| NAMELESS_AGENT.to_owned());
    Role::Agent { name, capable: false }
}

/// The agent that the variable names, bare or as `--as` takes it.
fn named(text: &str) -> Result<Role, RoleError> {
    match text.parse::<As>() {
        Ok(As(Role::User)) => Err(RoleError::Variable),
        Ok(As(role)) => Ok(role),
        Err(_) => agent(text),
    }
}

/// Where a role comes from, for `config`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RoleSource {
    /// `--as`.
    Flag,
    /// `CONSOLIDATE_AGENT`.
    Variable,
    /// Standard input and output are a terminal, or not.
    Terminal,
}

/// The role: `--as`, else `CONSOLIDATE_AGENT`, else a person on a terminal and an agent off it.
pub(crate) fn role(
    flag: Option<&As>,
    variable: Option<&str>,
    on_terminal: bool,
) -> Result<(Role, RoleSource), RoleError> {
    if let Some(As(role)) = flag {
        return Ok((role.clone(), RoleSource::Flag));
    }
    match variable {
        Some(name) if !name.trim().is_empty() => Ok((named(name.trim())?, RoleSource::Variable)),
        _ if on_terminal => Ok((Role::User, RoleSource::Terminal)),
        _ => Ok((agent(NAMELESS_AGENT)?, RoleSource::Terminal)),
    }
}

/// The role in words, as `--as` takes it.
pub(crate) fn words(role: &Role) -> String {
    match role {
        Role::User => "user".to_owned(),
        Role::Agent { name, .. } => format!("agent:{name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(flag: &str, variable: &str, on_terminal: bool) -> String {
        let flag = (!flag.is_empty()).then(|| flag.parse::<As>().unwrap());
        let variable = (!variable.is_empty()).then_some(variable);
        words(&role(flag.as_ref(), variable, on_terminal).unwrap().0)
    }

    #[test]
    fn the_flag_wins_then_the_variable_then_the_terminal() {
        assert_eq!(chosen("", "", true), "user");
        assert_eq!(chosen("", "", false), "agent:agent");
        assert_eq!(chosen("", "codex", true), "agent:codex");
        assert_eq!(chosen("user", "codex", false), "user");
        assert_eq!(chosen("agent:a:b", "", true), "agent:a:b");
        assert_eq!(chosen("", "agent:codex", true), "agent:codex");
        assert_eq!(chosen("", " ", true), "user");
    }

    #[test]
    fn a_program_gets_a_name_whatever_it_calls_itself() {
        let name = |text: &str| words(&of_program(text));
        assert_eq!(name(" Claude Code "), "agent:Claude Code");
        assert_eq!(name("user"), "agent:user");
        for nameless in ["", " \t\n", "\u{200B}"] {
            assert_eq!(name(nameless), "agent:agent");
        }
        let long = name(&"é\u{1b}".repeat(SHORT_BYTES));
        assert!(long.len() <= "agent:".len() + SHORT_BYTES && !long.chars().any(char::is_control));
        assert!(long["agent:".len()..].parse::<As>().is_err() && named(&long).is_ok());
    }

    #[test]
    fn what_names_nobody_is_refused() {
        for (text, error) in [
            ("", RoleError::Shape),
            ("root", RoleError::Shape),
            ("user:ada", RoleError::Shape),
            ("agent:", RoleError::Name),
            ("agent: \t", RoleError::Name),
            ("agent:a\nb", RoleError::Name),
        ] {
            assert_eq!(text.parse::<As>(), Err(error), "{text:?}");
        }
        assert_eq!(role(None, Some("a\u{1b}b"), true), Err(RoleError::Name));
        assert_eq!(role(None, Some("user"), true), Err(RoleError::Variable));
    }
}
