//! The brief of a step of a task run: what is recorded of it, and how it is answered again.

use std::collections::BTreeMap;

use consolidate_shared::id::{MemoryId, hash64};
use consolidate_shared::limits;
use consolidate_shared::task_run::{self, FrozenBrief, HeldMemory, TaskRunKey};
use consolidate_shared::wire::v1::{
    Coverage, ErrorCode, Frozen, Refused, Stage, TaskBriefAnswer, TaskBriefRequest, Where,
};

use super::Made;
use crate::brief::Row;
use crate::engine::Engine;
use crate::write::actor_of;

impl Engine {
    /// The brief of a step, whatever is asked and known by now.
    pub(super) fn frozen_answer(
        &self,
        (run, step): &(TaskRunKey, u32),
        brief: &FrozenBrief,
        request: &TaskBriefRequest,
        again: bool,
    ) -> TaskBriefAnswer {
        let other_question = brief.question != question_of(request);
        let mut warnings = Vec::new();
        if other_question {
            warnings.push(format!(
                "this is the brief that step {step} of this run was given at {} for another question (task, anchors, budget or purpose), and stays \
                 its brief; name another step for a new one",
                brief.at
            ));
        }
        warnings.extend(size_warnings([brief.tokens, brief.policy_tokens, brief.budget]));
        let partial = Coverage { cut: None, ..Coverage::cut(Stage::Fetch) };
        TaskBriefAnswer {
            generation: brief.generation,
            coverage: if brief.complete { Coverage::FULL } else { partial },
            health: self.health.report(self.publisher.read().ready),
            hash: format!("{:016x}", brief.hash),
            tokens: brief.tokens,
            policy_tokens: brief.policy_tokens,
            budget: brief.budget,
            exceeds: brief.tokens > brief.budget,
            held: brief.held.iter().map(|held| held.id).collect(),
            left_out: brief.left_out.total(),
            text: brief.text.clone(),
            purpose: brief.purpose,
            frozen: Some(Frozen {
                run: run.run.clone(),
                step: *step,
                at: brief.at,
                again,
                other_question,
            }),
            warnings,
        }
    }

    /// The record of a brief. What the asker wrote passes the secrets gate like whatever else is kept.
    pub(super) fn to_freeze(&self, made: &Made, request: &TaskBriefRequest) -> FrozenBrief {
        let Made { input, brief, .. } = made;
        let rows: BTreeMap<MemoryId, &Row> = input.rows.iter().map(|row| (row.id, row)).collect();
        let held = brief.held.iter().filter_map(|held| {
            let row = rows.get(&held.id)?;
            Some(HeldMemory {
                id: held.id,
                kind: row.kind,
                held_as: held.held_as,
                rank: held.rank,
                text_hash: hash64(row.text.as_bytes()),
                candidate: row.candidate,
                in_conflict: !row.conflicts.is_empty(),
                from: u32::try_from(held.from).unwrap_or(u32::MAX),
                to: u32::try_from(held.to).unwrap_or(u32::MAX),
            })
        });
        let anchors = request.anchors.iter().take(limits::ITEMS_PER_MEMORY);
        FrozenBrief {
            at: made.at,
            generation: made.generation,
            who: actor_of(&request.caller).to_string(),
            session: request.caller.session.clone(),
            purpose: request.purpose,
            task: self.kept(&request.task),
            anchors: anchors.map(|anchor| self.kept(&anchor.to_string())).collect(),
            asked_tokens: request.tokens,
            window: request.window,
            question: question_of(request),
            complete: input.complete,
            budget: brief.budget,
            tokens: brief.tokens,
            policy_tokens: brief.policy_tokens,
            hash: brief.hash,
            held: held.collect(),
            left_out: brief.left_out,
            text: brief.text.clone(),
        }
    }

    /// The beginning of what an asker wrote, without secrets. Order: more is screened than is kept, so that none is cut in two
    /// before it is seen.
    fn kept(&self, text: &str) -> String {
        let screened = self.gate.screen(beginning(text, limits::QUERY_BYTES)).text;
        beginning(&screened, limits::TASK_KEPT_BYTES).to_owned()
    }
}

fn beginning(text: &str, bytes: usize) -> &str {
    text.get(..text.floor_char_boundary(bytes)).unwrap_or_default()
}

/// The run that a brief of `place` is frozen for.
pub(in crate::engine) fn key_of(run: &str, place: &Where) -> Result<TaskRunKey, Refused> {
    let project = match place {
        Where::Project(project) => Some(project.clone()),
        Where::Unscoped => None,
        Where::Everywhere => {
            let message = "a task run is of one project, or of none";
            return Err(Refused::new(ErrorCode::Invalid, message).hint("name the project"));
        }
    };
    Ok(TaskRunKey { project, run: run.to_owned() })
}

fn question_of(request: &TaskBriefRequest) -> u64 {
    let anchors: Vec<String> = request.anchors.iter().map(ToString::to_string).collect();
    let TaskBriefRequest { task, tokens, window, purpose, .. } = request;
    task_run::question(task, &anchors, *tokens, *window, *purpose)
}

/// What there is to say about the size of a brief: its tokens, those of its policies, its budget.
pub(super) fn size_warnings([tokens, policies, budget]: [u32; 3]) -> Vec<String> {
    let mut warnings = Vec::new();
    let most = limits::POLICY_TOKENS_WARNED;
    if policies > most {
        warnings.push(format!(
            "the policies take {policies} tokens, which no budget counts; above {most} they crowd the window: shorten or \
             retire some (`consolidate list --kind policy`)"
        ));
    }
    if tokens > budget {
        warnings.push(format!(
            "the brief takes {tokens} tokens instead of {budget}: what frames it and the user's own facts are never left out"
        ));
    }
    warnings
}
